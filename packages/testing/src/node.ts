export { readRecording } from './recording.ts'
export {
  type AgentScript,
  type ReceivedRequest,
  type ScriptedAgent,
  type ScriptedAgentOptions,
  startScriptedAgent,
} from './scripted-agent.ts'
