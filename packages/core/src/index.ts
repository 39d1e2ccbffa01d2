export {
  isKitError,
  KitError,
  type KitErrorCode,
  type KitErrorDetails,
  type TransportErrorCode,
} from './error.ts'
export type { Issue, IssueCode, IssueSeverity } from './issue.ts'
export { applyJsonPatch, type PatchResult } from './json-patch.ts'
export type { LegacyInterrupts } from './legacy/legacy-interrupts.ts'
export { createPartialJson, type PartialJson } from './partial-json.ts'
export { type Autosave, type AutosaveOptions, createAutosave } from './persistence/autosave.ts'
export { createIndexedDbPersistence } from './persistence/indexed-db.ts'
export { createMemoryPersistence } from './persistence/memory.ts'
export type { Persistence } from './persistence/persistence.ts'
export type { RestoredThread } from './persistence/saved-thread.ts'
export {
  fromSaved,
  SAVED_VERSION,
  type SavedProblem,
  type SavedThread,
  toSaved,
} from './persistence/saved-thread.ts'
export { createWebStoragePersistence } from './persistence/web-storage.ts'
export { createPipeline, type Pipeline, type PipelineOptions } from './pipeline/pipeline.ts'
export type { SavedStream } from './pipeline/saved-stream.ts'
export { type Cancel, type Clock, createRandomIds, createSystemClock, type Ids } from './ports.ts'
export type * from './protocol/event.ts'
export type { JsonObject, JsonPatch, JsonPatchOperation, Metadata } from './protocol/json.ts'
export type * from './protocol/message.ts'
export type * from './protocol/run.ts'
export { judgeVersion, PROTOCOL_VERSION, type VersionVerdict } from './protocol/version.ts'
export type { RetryPolicy } from './session/backoff.ts'
export { createSession } from './session/create-session.ts'
export type {
  Answer,
  ClientTool,
  Observation,
  RunOptions,
  Session,
  SessionOptions,
  UserContent,
} from './session/session-types.ts'
export { createDraft, type Draft, publish } from './thread/draft.ts'
export { expiresAtMs, isExpired } from './thread/interrupts.ts'
export { type MessageList, messageAt, messageOf, toMessageList, toMessages } from './thread/message-list.ts'
export type { Connection, SessionSnapshot, SnapshotKey } from './thread/snapshot.ts'
export {
  type Decision,
  type Delivery,
  emptyThread,
  isRunLive,
  type LegacyMark,
  type OpenInterrupt,
  type RunFailure,
  type RunOutcome,
  type RunState,
  type Step,
  type SubagentRun,
  type Thread,
  type ToolCallPhase,
  type ToolCallRecord,
  type TruncationCause,
} from './thread/thread.ts'
export {
  editedArgsOf,
  findToolCall,
  isDenial,
  isErrorResult,
  selectToolCall,
  type ToolCallStatus,
  type ToolCallView,
} from './thread/tool-call-view.ts'
export type { ByteFramer, FrameCodec } from './transport/codec.ts'
export { createHttpTransport, type HttpTransportOptions } from './transport/http.ts'
export { type JsonLinesCodecOptions, jsonLinesCodec } from './transport/json-lines.ts'
export { type HttpRequester, resumeExtension } from './transport/resume-extension.ts'
export {
  createTapeTransport,
  type Tape,
  type TapeRead,
  type TapeTransport,
  type TapeTransportOptions,
} from './transport/tape.ts'
export type {
  Exchange,
  Frame,
  OpenRequest,
  Position,
  ResponseHead,
  Resumption,
  RunAddress,
  ThreadSnapshot,
  Transport,
} from './transport/transport.ts'
