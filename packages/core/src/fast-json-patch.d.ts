// The ESM core ships its declarations under a name that TypeScript does not look for beside an `.mjs`.
declare module 'fast-json-patch/module/core.mjs' {
  export { applyOperation, deepClone } from 'fast-json-patch'
}
