import * as z from 'zod'
import type { Json, JsonObject } from './json.ts'
import type { Message } from './message.ts'

const metadata = z.record(z.string(), z.unknown()).optional()
const parts = z.array(z.looseObject({ type: z.string() }))
const text = z.union([z.string(), parts])
const base = { id: z.string(), metadata }

const toolCall = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
  metadata,
})

const message = z.discriminatedUnion('role', [
  z.looseObject({ ...base, role: z.literal('developer'), content: z.string() }),
  z.looseObject({ ...base, role: z.literal('system'), content: z.string() }),
  z.looseObject({ ...base, role: z.literal('user'), content: text }),
  z.looseObject({
    ...base,
    role: z.literal('assistant'),
    content: z.string().optional(),
    toolCalls: z.array(toolCall).optional(),
  }),
  z.looseObject({
    ...base,
    role: z.literal('tool'),
    toolCallId: z.string(),
    content: text,
    error: z.string().optional(),
  }),
  z.looseObject({ ...base, role: z.literal('reasoning'), content: z.string() }),
  z.looseObject({
    ...base,
    role: z.literal('activity'),
    activityType: z.string(),
    content: z.record(z.string(), z.unknown()),
  }),
])

const resumeEntry = z
  .object({
    interruptId: z.string(),
    status: z.enum(['resolved', 'cancelled']),
    payload: z.unknown().optional(),
    metadata,
  })
  .refine((entry) => entry.payload !== null, {
    path: ['payload'],
    message: 'null is no answer; leave it out',
  })

const MAX_ID_CHARS = 256

// Ids travel in addresses, in SSE `id:` lines and in headers, and are keys of the store.
const lineSafe = z
  .string()
  .min(1)
  .max(MAX_ID_CHARS)
  .regex(/^[^\r\n\0]*$/, 'must not contain line breaks or NUL')
  .refine(isWellFormed, 'must be well-formed Unicode')

const runInput = z.object({
  threadId: lineSafe,
  runId: lineSafe,
  parentRunId: z.string().optional(),
  protocolVersion: z.string().optional(),
  messages: z.array(message),
  state: z.unknown().optional(),
  tools: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string(),
        parameters: z.unknown().optional(),
      }),
    )
    .optional(),
  context: z.array(z.looseObject({ description: z.string(), value: z.string() })).optional(),
  forwardedProps: z.unknown().optional(),
  resume: z.array(resumeEntry).optional(),
})

export interface ResumeEntry {
  readonly interruptId: string
  readonly status: 'resolved' | 'cancelled'
  readonly payload?: Json | undefined
  readonly metadata?: JsonObject | undefined
}

export interface ClientTool {
  readonly name: string
  readonly description: string
  readonly parameters?: Json | undefined
}

export interface RunInput {
  readonly threadId: string
  readonly runId: string
  readonly messages: readonly Message[]
  readonly state: Json | undefined
  readonly tools: readonly ClientTool[]
  readonly context: readonly { readonly description: string; readonly value: string }[]
  readonly resume: readonly ResumeEntry[]
}

export interface InputProblem {
  readonly path: string
  readonly message: string
}

export type ParsedInput =
  | { readonly kind: 'input'; readonly input: RunInput }
  | { readonly kind: 'invalid'; readonly problems: readonly InputProblem[] }

/** Judges a request body. Unknown members are ignored; a known one with an impossible value is refused. */
export function parseRunInput(body: unknown): ParsedInput {
  const parsed = runInput.safeParse(body)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      path: `/${issue.path.map(String).join('/')}`,
      message: issue.message,
    }))
    return { kind: 'invalid', problems }
  }
  const data = parsed.data
  // The body came out of JSON.parse and its shape was checked above, so the open slots are JSON.
  return {
    kind: 'input',
    input: {
      threadId: data.threadId,
      runId: data.runId,
      messages: data.messages as unknown as readonly Message[],
      state: data.state as Json | undefined,
      tools: (data.tools ?? []) as unknown as readonly ClientTool[],
      context: data.context ?? [],
      resume: (data.resume ?? []) as readonly ResumeEntry[],
    },
  }
}

function isWellFormed(text: string): boolean {
  try {
    encodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
