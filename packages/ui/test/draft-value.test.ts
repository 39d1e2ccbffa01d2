import { describe, expect, it } from 'vitest'
import { readDraft, toDraft } from '../src/schema/draft-value.ts'
import { toField, toFields } from '../src/schema/field.ts'

const read = (schema: object, draft: string | boolean, isRequired = true) =>
  readDraft(toField('x', schema, isRequired), draft)

describe('a draft is read by its schema', () => {
  it.each([
    [{ type: 'number' }, '12.5', 12.5],
    [{ type: 'number' }, ' 1e3 ', 1000],
    [{ type: 'number', multipleOf: 0.1 }, '0.3', 0.3],
    [{ type: 'integer' }, '7', 7],
    [{ type: 'string', maxLength: 2 }, '👍🏽', '👍🏽'],
    [{ type: 'string', minLength: 0 }, '', ''],
    [{ type: 'boolean' }, true, true],
    [{ enum: ['a', { b: 1 }, null] }, '1', { b: 1 }],
    [{ type: 'array' }, '[1,2]', [1, 2]],
    [{ const: 'A1' }, 'anything', 'A1'],
    // A pattern that is no regular expression here is left to the agent.
    [{ type: 'string', pattern: '(' }, 'x', 'x'],
    // So is one that could take longer than the age of the universe.
    [{ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`, `${'a'.repeat(60)}!`],
    [{ type: 'string', pattern: '^(a|aa)+$' }, `${'a'.repeat(90)}!`, `${'a'.repeat(90)}!`],
  ])('%j takes %j', (schema, draft, value) => {
    expect(read(schema, draft)).toEqual({ kind: 'value', value })
  })

  it.each([
    [{ type: 'number' }, '1,5', 'not-number'],
    [{ type: 'number' }, '0x10', 'not-number'],
    [{ type: 'number' }, 'Infinity', 'not-number'],
    [{ type: 'integer' }, '1.5', 'not-integer'],
    [{ type: 'number', minimum: 1 }, '0', 'at-least'],
    [{ type: 'number', maximum: 1 }, '2', 'at-most'],
    [{ type: 'number', exclusiveMinimum: 0 }, '0', 'more-than'],
    [{ type: 'number', exclusiveMaximum: 1 }, '1', 'less-than'],
    [{ type: 'number', multipleOf: 0.01 }, '0.005', 'multiple-of'],
    [{ type: 'string', minLength: 3 }, 'ab', 'too-short'],
    [{ type: 'string', maxLength: 3 }, 'abcd', 'too-long'],
    [{ type: 'string', pattern: '^[A-Z]' }, 'a', 'wrong-pattern'],
    [{ type: 'string' }, '', 'required'],
    [{ type: 'object' }, '[]', 'not-object'],
    [{}, '{', 'not-json'],
  ])('%j does not take %j: %s', (schema, draft, code) => {
    expect(read(schema, draft)).toMatchObject({ kind: 'problem', problem: { code } })
  })

  it('an optional field may stay empty', () => {
    expect(read({ type: 'number' }, '', false)).toEqual({ kind: 'absent' })
  })
})

it('what a control shows reads back as the value it shows', () => {
  for (const [schema, value] of [
    [{ type: 'number' }, 0.1],
    [{ type: 'string' }, 'a\nb'],
    [{ enum: [1, [2]] }, [2]],
    [{}, { a: [null] }],
  ] as const) {
    const field = toField('x', schema, true)
    expect(readDraft(field, toDraft(field, value))).toEqual({ kind: 'value', value })
  }
})

it('a schema that is none has no fields', () => {
  for (const schema of [undefined, true, [], { properties: [] }, { properties: {} }]) {
    expect(toFields(schema)).toBeUndefined()
  }
})
