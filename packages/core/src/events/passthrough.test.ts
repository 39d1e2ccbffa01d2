import { customEvent, rawEvent, runStarted } from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'

testReduce([
  {
    rule: 'P-15',
    name: 'a custom event changes nothing and is no matter for a word, whatever its name and value',
    given: [runStarted(), customEvent('on_interrupt', '{"question":1}'), customEvent('', null)],
    thread: { messages: [], state: {}, interrupts: [], run: { kind: 'running' } },
  },
  {
    rule: 'P-15',
    name: 'a raw event changes nothing, even if it holds an event of the protocol',
    given: [runStarted(), rawEvent({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }), rawEvent(null)],
    thread: { run: { kind: 'running' } },
  },
])
