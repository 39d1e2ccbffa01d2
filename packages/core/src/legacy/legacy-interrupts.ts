import type { WholeEvent } from '../protocol/event.ts'
import type { Interrupt } from '../protocol/run.ts'
import type { LegacyMark, OpenInterrupt } from '../thread/thread.ts'

/** Interrupts that an agent announces beside the protocol, and how it takes their answers (P-120). */
export interface LegacyInterrupts {
  /** Reads the whole events of one stream: a run that ends without an outcome ends with what was announced. */
  readonly createReader: () => (events: readonly WholeEvent[]) => readonly WholeEvent[]
  /**
   * The props that carry the decisions on these interrupts, made of the application's own; `undefined` when
   * the answers go as entries of `resume`, as those to interrupts of the protocol do.
   */
  readonly carry: (interrupts: readonly OpenInterrupt[], forwardedProps: unknown) => unknown
}

/** An interrupt that was announced beside the protocol. Not one of the wire: decoding takes the mark away. */
export interface LegacyInterrupt extends Interrupt {
  readonly legacy: LegacyMark
}

/** What an event announces, when it does. `count` says how many the run has announced before. */
export type ReadAnnouncement = (
  event: Extract<WholeEvent, { type: 'CUSTOM' }>,
  run: { readonly runId: string; readonly count: number },
) => LegacyInterrupt | undefined

/**
 * Follows one stream. The structured outcome wins over what was announced (P-122): an interrupt that comes
 * through both channels is one, and a run that says it succeeded has.
 */
export function createAnnouncementReader(
  read: ReadAnnouncement,
): (events: readonly WholeEvent[]) => readonly WholeEvent[] {
  let runId = ''
  const announced = new Map<string, LegacyInterrupt>()

  const take = (event: WholeEvent): WholeEvent => {
    if (event.type === 'RUN_STARTED') {
      runId = event.runId
      announced.clear()
    } else if (event.type === 'CUSTOM') {
      const interrupt = read(event, { runId, count: announced.size })
      if (interrupt !== undefined) announced.set(interrupt.id, interrupt)
    } else if (event.type === 'RUN_FINISHED' && event.outcome === undefined && announced.size > 0) {
      return { ...event, outcome: { type: 'interrupt', interrupts: [...announced.values()] } }
    }
    return event
  }

  return (events) => events.map(take)
}
