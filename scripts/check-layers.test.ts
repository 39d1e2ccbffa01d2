import { describe, expect, it } from 'vitest'
import { layersProblems } from './check-layers.ts'

const CORE = 'packages/core/src'
const check = (files: Readonly<Record<string, string>>): readonly string[] =>
  layersProblems(new Map(Object.entries(files)))

describe("core's folders", () => {
  it('may import what stands above them', () => {
    const files = {
      [`${CORE}/protocol/event.ts`]: 'export type Event = string',
      [`${CORE}/issue.ts`]: "import type { Event } from './protocol/event.ts'",
      [`${CORE}/session/session.ts`]:
        "import { issue } from '../issue.ts'\nimport { clock } from './ports.ts'",
      [`${CORE}/session/ports.ts`]: 'export const clock = Date.now',
    }
    expect(check(files)).toEqual([])
  })

  it.each([
    ["import { createSession } from '../session/session.ts'"],
    ["import type { Session } from '../session/session.ts'"],
    ["export { createSession } from '../session/session.ts'"],
    ["const later = () => import('../session/session.ts')"],
  ])('may not import what stands below them: %s', (source) => {
    expect(check({ [`${CORE}/pipeline/reduce.ts`]: source })).toEqual([
      `${CORE}/pipeline/reduce.ts: imports ${CORE}/session/session.ts, which stands below it`,
    ])
  })

  it('must have a place in the order', () => {
    expect(check({ [`${CORE}/utils/misc.ts`]: '' })[0]).toContain('has no place')
  })
})

describe('packages', () => {
  it('stand in an order', () => {
    expect(check({ 'packages/ui/src/a.ts': "import { useRun } from '@agui-kit/react'" })).toEqual([])
    expect(check({ 'packages/react/src/a.ts': "import { Chat } from '@agui-kit/ui'" })).toEqual([
      'packages/react/src/a.ts: react may not import @agui-kit/ui',
    ])
    expect(check({ 'packages/core/src/index.ts': "import '@agui-kit/agent'" })).toHaveLength(1)
  })

  it('import each other by name and themselves by path', () => {
    expect(check({ 'packages/ui/src/a.ts': "import { x } from '../../core/src/index.ts'" })).toHaveLength(1)
    expect(check({ 'packages/core/src/index.ts': "import { x } from '@agui-kit/core'" })).toHaveLength(1)
  })
})

it('a cycle of imports is told as its files', () => {
  const files = {
    'packages/ui/src/a.ts': "import { b } from './b.ts'",
    'packages/ui/src/b.ts': "import type { C } from './c.ts'",
    'packages/ui/src/c.ts': "import { a } from './a.ts'",
  }
  const path = ['a', 'b', 'c', 'a'].map((name) => `packages/ui/src/${name}.ts`).join(' → ')
  expect(check(files)).toEqual([`import cycle: ${path}`])
})
