import {
  anyJson,
  count,
  type Fault,
  type Field,
  fixed,
  informative,
  integer,
  isObject,
  jsonText,
  listOf,
  notNull,
  object,
  onceNull,
  oneOf,
  openObject,
  optional,
  required,
  type Shape,
  string,
  stringOr,
  variants,
} from './shape.ts'

/** The fields every event has (protocol.md §1.1). */
export const baseFields: Readonly<Record<string, Field>> = {
  type: required(string),
  timestamp: informative(integer),
  rawEvent: informative(notNull, true),
  metadata: informative(openObject),
}

/** The base fields and the tag of the subagent the event belongs to. */
export const taggedFields: Readonly<Record<string, Field>> = {
  ...baseFields,
  subagentRunId: optional(string),
}

const dataSource = object({ type: required(string), value: required(string), mimeType: required(string) })
const urlSource = object({ type: required(string), value: required(string), mimeType: optional(string) })
const fileSource = object({
  type: required(string),
  value: required(string),
  provider: optional(string),
  mimeType: optional(string),
})
const partSource = variants('type', { data: dataSource, url: urlSource, file: fileSource })

const textPart = object({
  type: required(string),
  text: required(string),
  id: optional(string),
  metadata: optional(notNull),
})
const mediaPart = object({
  type: required(string),
  source: required(partSource),
  id: optional(string),
  metadata: onceNull(notNull),
})

/** A part of a user's or a tool's content. */
export const contentPart: Shape = variants('type', {
  text: textPart,
  image: mediaPart,
  audio: mediaPart,
  video: mediaPart,
  document: mediaPart,
})

/** Text, or a list of parts. */
export const content: Shape = stringOr(listOf(contentPart))

const toolCall = object({
  id: required(string),
  type: fixed('function'),
  function: required(object({ name: required(string), arguments: jsonText(required(string)) })),
  encryptedValue: optional(string),
  metadata: optional(openObject),
})

const messageFields: Readonly<Record<string, Field>> = {
  id: required(string),
  role: required(string),
  metadata: optional(openObject),
  subagentRunId: optional(string),
}
const sealed = { encryptedValue: optional(string) }
const named = { name: optional(string) }
const instruction = object({ ...messageFields, ...sealed, ...named, content: required(string) })

/** A message of any role; a role we do not know is an unknown member. */
export const message: Shape = variants('role', {
  developer: instruction,
  system: instruction,
  user: object({ ...messageFields, ...sealed, ...named, content: required(content) }),
  assistant: object({
    ...messageFields,
    ...sealed,
    ...named,
    content: optional(string),
    toolCalls: optional(listOf(toolCall)),
  }),
  tool: object({
    ...messageFields,
    ...sealed,
    toolCallId: required(string),
    content: required(content),
    error: optional(string),
  }),
  reasoning: object({ ...messageFields, ...sealed, content: required(string) }),
  activity: object({ ...messageFields, activityType: required(string), content: required(openObject) }),
})

/** An interrupt. A boolean `responseSchema` is refused: only an object can ask a person anything. */
export const interrupt: Shape = object({
  id: required(string),
  reason: required(string),
  message: optional(string),
  toolCallId: optional(string),
  responseSchema: optional(openObject),
  expiresAt: optional(string),
  metadata: optional(openObject),
  subagentRunId: optional(string),
})

export const resumeEntry: Shape = object({
  interruptId: required(string),
  status: required(oneOf('resolved', 'cancelled')),
  payload: onceNull(notNull),
  metadata: optional(openObject),
})

export const tokenUsage: Shape = object({
  provider: optional(string),
  model: optional(string),
  inputTokens: optional(count),
  outputTokens: optional(count),
  totalTokens: optional(count),
  reasoningTokens: optional(count),
  cachedInputTokens: optional(count),
  cacheWriteInputTokens: optional(count),
})

export const usage: Field = informative(listOf(tokenUsage))

const tool = object({
  name: required(string),
  description: required(string),
  parameters: onceNull(notNull),
  metadata: optional(openObject),
})

/** A run's input, as RUN_STARTED echoes it. A null state is accepted there without a word. */
export const runAgentInput: Shape = object({
  threadId: required(string),
  runId: required(string),
  protocolVersion: optional(string),
  parentRunId: optional(string),
  messages: required(listOf(message)),
  state: optional(anyJson),
  tools: optional(listOf(tool)),
  context: optional(listOf(object({ description: required(string), value: required(string) }))),
  forwardedProps: onceNull(notNull),
  resume: optional(listOf(resumeEntry)),
})

/** RFC 6901: empty, or `/` before each token, and `~` only as `~0` or `~1`. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const NOT_POINTER: Fault = { kind: 'malformed', expected: 'a JSON pointer' }
const pointer: Shape = (value) => (typeof value === 'string' && POINTER.test(value) ? undefined : NOT_POINTER)

/** Operations stay open: members beyond the described ones are kept (P-10). */
function operation(needs: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(needs)
  return (value, context) => {
    if (!isObject(value)) return { kind: 'malformed', expected: 'an object' }
    for (const [key, shape] of entries) {
      const path = key
      if (!Object.hasOwn(value, key)) return { kind: 'malformed', expected: `"${path}"` }
      const fault = shape(value[key], context)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}
const withValue = operation({ path: pointer, value: anyJson })
const withFrom = operation({ path: pointer, from: pointer })

/** A patch: a bad pointer or a missing value is malformed, an unknown `op` leaves the list (P-88). */
export const jsonPatch: Shape = listOf(
  variants('op', {
    add: withValue,
    replace: withValue,
    test: withValue,
    remove: operation({ path: pointer }),
    move: withFrom,
    copy: withFrom,
  }),
)

/** RUN_FINISHED's outcome. What is not known leaves it, and absence is success (P-34). */
export const runOutcome: Shape = variants('type', {
  success: object({ type: required(string), pendingToolCallIds: optional(listOf(string)) }),
  interrupt: object({ type: required(string), interrupts: required(listOf(interrupt, 1)) }),
  cancelled: object({ type: required(string) }),
})

export const subagentOutcome: Shape = variants('type', {
  success: object({ type: required(string) }),
  suspended: object({ type: required(string), interruptIds: optional(listOf(string)) }),
})
