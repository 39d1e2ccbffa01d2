import type { Json } from '../protocol/json.ts'

/** How a tool call ended. A failure is a value here: the run goes on and says so. */
export type ToolOutcome =
  | { readonly kind: 'done'; readonly text: string; readonly structured: Json | undefined }
  | { readonly kind: 'failed'; readonly code: 'tool-timeout' | 'tool-error'; readonly text: string }

export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly [key: string]: Json }
  /** The tool changes something in the world that a person should have agreed to. */
  readonly needsApproval: boolean
}

export interface ToolClient {
  readonly list: () => Promise<readonly ListedTool[]>
  /** With a signal the call can be abandoned; without one its end is always awaited. */
  readonly call: (
    name: string,
    args: { readonly [key: string]: Json },
    signal?: AbortSignal,
  ) => Promise<ToolOutcome>
  readonly close: () => Promise<void>
}
