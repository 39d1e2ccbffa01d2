import { expect, it } from 'vitest'
import { judgeVersion } from './version.ts'

it.each([
  [undefined, 'undeclared'],
  ['1.0', 'same'],
  ['0.9', 'older'],
  ['0.10', 'older'],
  ['1.1', 'newer'],
  ['1.10', 'newer'],
  ['2.0', 'newer'],
  ['1', 'unreadable'],
  ['1.0.0', 'unreadable'],
  ['1.x', 'unreadable'],
  ['01.0', 'unreadable'],
  ['', 'unreadable'],
  ['v1.0', 'unreadable'],
])('P-22 version %j is %s: two numbers, compared as numbers', (declared, verdict) => {
  expect(judgeVersion(declared)).toBe(verdict)
})

it('P-23 a peer that declares nothing is taken for a current one: no verdict but "undeclared" is on it', () => {
  expect(judgeVersion(undefined)).toBe('undeclared')
})
