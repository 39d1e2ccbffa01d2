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
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2
    ? true
    : { ours: Plain<A>; theirs: Plain<B> }

type TheirEvent = Theirs.AGUIEvent
type TheirEventOf<T extends EventType> = TheirEvent extends infer E
  ? E extends { type: infer Name }
    ? `${Name & string}` extends T
      ? E
      : never
    : never
  : never

/** Their SDK fills absent lists in, so its type requires them; on the wire they are optional, as in ours. */
type TheirInput = Omit<Theirs.RunAgentInput, 'tools' | 'context'> &
  Partial<Pick<Theirs.RunAgentInput, 'tools' | 'context'>>
type OnTheWire<E> = 'input' extends keyof E ? Omit<E, 'input'> & { readonly input?: TheirInput } : E

const same = <_ extends true>(): void => {}

same<Same<EventType, `${Theirs.EventType}`>>()
same<Same<AgentEvent['type'], TheirEvent['type']>>()

/** One entry an event: `true`, or both types where they differ. */
type Events = { [T in EventType]: Same<EventOf<T>, OnTheWire<TheirEventOf<T>>> }
same<Events[EventType]>()

same<Same<Message, Theirs.Message>>()
same<Same<Role, Theirs.Role>>()
same<Same<TextMessageRole, Theirs.TextMessageRole>>()
same<Same<ToolCall, Theirs.ToolCall>>()
same<Same<ContentPart, Theirs.ContentPart>>()
same<Same<PartSource, Theirs.PartSource>>()
same<Same<RunAgentInput, TheirInput>>()
same<Same<Tool, Theirs.Tool>>()
same<Same<Context, Theirs.Context>>()
same<Same<Interrupt, Theirs.Interrupt>>()
same<Same<ResumeEntry, Theirs.ResumeEntry>>()
same<Same<RunFinishedOutcome, Theirs.RunFinishedOutcome>>()
same<Same<SubagentFinishedOutcome, Theirs.SubagentFinishedOutcome>>()
same<Same<TokenUsage, Theirs.TokenUsage>>()
same<Same<JsonPatch, Theirs.JsonPatch>>()
