// Old syntax on purpose: this file must still parse, and speak, under a Node that is too old for the rest.

export const MINIMUM_NODE = '20.19.0'

export function isSupportedNode(version) {
  const have = version.replace(/^v/, '').split('.').map(Number)
  const need = MINIMUM_NODE.split('.').map(Number)
  for (let place = 0; place < need.length; place += 1) {
    if (have[place] !== need[place]) return have[place] > need[place]
  }
  return true
}

/** Ends the process with one plain line when this Node cannot run the project. */
export function requireSupportedNode() {
  if (isSupportedNode(process.version)) return
  console.error(`Node ${MINIMUM_NODE} or newer is needed; this is ${process.version}.`)
  process.exit(1)
}
