// Our types against those of @ag-ui/core: a field that is added, dropped or changed there fails the type check.
import type * as Theirs from '@ag-ui/core'
import type { AgentEvent, EventOf, EventType, TextMessageRole } from './event.ts'
import type { JsonPatch } from './json.ts'
import type { ContentPart, Message, PartSource, Role, ToolCall } from './message.ts'
import type {
  Context,
  Interrupt,
  ResumeEntry,
  RunAgentInput,
  RunFinishedOutcome,
  SubagentFinishedOutcome,
  TokenUsage,
  Tool,
} from './run.ts'

type IsAny<T> = 0 extends 1 & T ? true : false

/** `{ role: 'a' | 'b' }` as `{ role: 'a' } | { role: 'b' }`: variants may be written together or apart. */
type Apart<T, Key extends string> = T extends { readonly [K in Key]: infer Name }
  ? Name extends unknown
    ? { readonly [K in keyof T]: K extends Key ? Name : T[K] }
    : never
  : T

type Fields<T> = { readonly [K in keyof T]: Plain<undefined extends T[K] ? Exclude<T[K], undefined> : T[K]> }
type Each<T> = T extends unknown ? Fields<T> : never

/**
 * A type without what two ways of writing the same differ in: enums as their texts, `any` as `unknown`,
 * everything readonly, optional fields without `undefined`, intersections as one object, open objects as one.
 */
type Plain<T> =
  IsAny<T> extends true
    ? unknown
    : unknown extends T
      ? unknown
      : T extends string
        ? `${T}`
        : T extends readonly (infer Item)[]
          ? readonly Plain<Item>[]
          : T extends object
            ? string extends keyof T
              ? 'open object'
              : Each<Apart<Apart<Apart<T, 'type'>, 'role'>, 'op'>>
            : T

/** Not mutual assignability: that would not see an optional field too many. */
type Same<A, B> =
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- two generic functions are alike only if the types in them are identical
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2
    ? true
    : { ours: Plain<A>; theirs: Plain<B> }

type TheirEvent = Theirs.AGUIEvent
type TheirEventOf<T extends EventType> = TheirEvent extends infer E
  ? E extends { type: infer Name }
    ? // oxlint-disable-next-line typescript/no-unnecessary-template-expression -- an enum's member is no text until it is written as one
      `${Name & string}` extends T
      ? E
      : never
    : never
  : never

/** Their SDK fills absent lists in, so its type requires them; on the wire they are optional, as in ours. */
type TheirInput = Omit<Theirs.RunAgentInput, 'tools' | 'context'> &
  Partial<Pick<Theirs.RunAgentInput, 'tools' | 'context'>>
type OnTheWire<E> = 'input' extends keyof E ? Omit<E, 'input'> & { readonly input?: TheirInput } : E

type Expect<T extends true> = T

/** One entry an event: `true`, or both types where they differ. */
type Events = { [T in EventType]: Same<EventOf<T>, OnTheWire<TheirEventOf<T>>> }

export type Checks = [
  Expect<Same<EventType, `${Theirs.EventType}`>>,
  Expect<Same<AgentEvent['type'], TheirEvent['type']>>,
  Expect<Events[EventType]>,
  Expect<Same<Message, Theirs.Message>>,
  Expect<Same<Role, Theirs.Role>>,
  Expect<Same<TextMessageRole, Theirs.TextMessageRole>>,
  Expect<Same<ToolCall, Theirs.ToolCall>>,
  Expect<Same<ContentPart, Theirs.ContentPart>>,
  Expect<Same<PartSource, Theirs.PartSource>>,
  Expect<Same<RunAgentInput, TheirInput>>,
  Expect<Same<Tool, Theirs.Tool>>,
  Expect<Same<Context, Theirs.Context>>,
  Expect<Same<Interrupt, Theirs.Interrupt>>,
  Expect<Same<ResumeEntry, Theirs.ResumeEntry>>,
  Expect<Same<RunFinishedOutcome, Theirs.RunFinishedOutcome>>,
  Expect<Same<SubagentFinishedOutcome, Theirs.SubagentFinishedOutcome>>,
  Expect<Same<TokenUsage, Theirs.TokenUsage>>,
  Expect<Same<JsonPatch, Theirs.JsonPatch>>,
]
