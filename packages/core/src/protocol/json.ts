/** An open JSON object. */
export type JsonObject = { readonly [key: string]: unknown }

/** Open key-value data; merged per key, the last write wins (protocol rule 99). Never interpreted. */
export type Metadata = JsonObject

/** One RFC 6902 operation as it stands on the wire (members beyond these are kept, rule 10). */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string }

/** An RFC 6902 patch. */
export type JsonPatch = readonly JsonPatchOperation[]
