// The class: arguments are mixed up, read before they are whole, or break what comes after them.
import { createPartialJson } from '@agui-kit/core'
import { textMessage, toolArgs, toolEnd, toolResult, toolStart } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { argsOf, begun, meet, rolesOf, whole } from './live.ts'

describe('arguments of tool calls', () => {
  it('go to the call they name, however those of several calls are mixed', async () => {
    const texts = { a: '{"path":"/tmp/a","text":"ä"}', b: '{"path":"/tmp/b"}', c: '{}' }
    const ids = Object.keys(texts) as (keyof typeof texts)[]
    const letters = Array.from({ length: 40 }, (_, at) =>
      ids.flatMap((id) => (texts[id][at] === undefined ? [] : [toolArgs(id, texts[id][at])])),
    ).flat()
    const { session, messages } = await meet([
      whole([
        ...ids.map((id) => toolStart(id, 'write')),
        ...letters,
        ...ids.toReversed().map((id) => toolEnd(id)),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(argsOf(messages())).toEqual(Object.values(texts))
  })

  it.each([
    ['cut', '{"city":"Kiel","days":'],
    ['doubled', '{"city":"Kiel"}{"city":"Kiel"}'],
    ['no JSON at all', 'city = Kiel'],
    ['a bare word', 'undefined'],
    ['empty', ''],
  ])(
    'that are %s harm nothing: the text goes back as it came, and the thread goes on',
    async (_what, text) => {
      const { session, messages, inputs } = await meet([
        whole([
          toolStart('c', 'weather'),
          toolArgs('c', text),
          toolEnd('c'),
          toolResult('c', 'bad arguments'),
        ]),
        whole(textMessage('m', 'Let me try again.')),
      ])
      expect(await session.send('?')).toMatchObject({ kind: 'finished' })
      expect(await session.send('go on')).toMatchObject({ kind: 'finished' })
      expect(argsOf(inputs()[1]?.messages ?? [])).toEqual([text])
      expect(rolesOf(messages())).toEqual(['user', 'assistant', 'tool', 'user', 'assistant'])
    },
  )

  it('that a server sends as a value instead of as text are read as its text', async () => {
    const { session, messages } = await meet([
      whole([
        toolStart('c', 'f'),
        { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: { n: 1 } },
        toolEnd('c'),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(JSON.parse(argsOf(messages())[0] ?? '')).toEqual({ n: 1 })
  })

  it('can be shown while they stream: what was seen once does not go away again', () => {
    const text = '{"route":[-12.5,-3e-2,true,null],"note":"a\\u00e9\\n\\"b\\"","deep":{"x":[{}],"y":-0}}'
    const parser = createPartialJson()
    let seen: unknown
    for (let end = 1; end <= text.length; end++) {
      parser.feed(text[end - 1] ?? '')
      const next = parser.snapshot()
      if (seen !== undefined)
        expect([text.slice(0, end), isGrownFrom(next, seen)]).toEqual([text.slice(0, end), true])
      seen = next
    }
    expect(seen).toEqual(JSON.parse(text))
  })

  it('that the connection cut are kept as they are, and are not run on', async () => {
    const { session, messages, thread } = await meet(
      [begun([toolStart('c', 'delete_all'), toolArgs('c', '{"really":')])],
      { tools: [{ name: 'delete_all', description: '', execute: () => expect.unreachable() }] },
    )
    expect(await session.send('?')).toMatchObject({ kind: 'truncated' })
    expect(argsOf(messages())).toEqual(['{"really":'])
    expect(thread().toolCalls.get('c')?.phase).toBe('args')
  })

  it('are not looked into by the session: a key called __proto__ is one more key', async () => {
    const text = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'
    const seen: unknown[] = []
    const { session } = await meet(
      [whole([toolStart('c', 'f'), toolArgs('c', text), toolEnd('c')]), whole([])],
      { tools: [{ name: 'f', description: '', execute: (input) => void seen.push(input) }] },
    )
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(Object.hasOwn(seen[0] as object, '__proto__')).toBe(true)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

/** Whether a value has at least what another had: text and lists may be longer, objects may have more keys. */
function isGrownFrom(next: unknown, seen: unknown): boolean {
  if (typeof seen === 'string') return typeof next === 'string' && next.startsWith(seen)
  if (Array.isArray(seen)) {
    return Array.isArray(next) && seen.every((item, at) => at in next && isGrownFrom(next[at], item))
  }
  if (typeof seen === 'object' && seen !== null) {
    return (
      typeof next === 'object' &&
      next !== null &&
      Object.entries(seen).every(
        ([key, item]) =>
          Object.hasOwn(next, key) && isGrownFrom((next as Record<string, unknown>)[key], item),
      )
    )
  }
  return typeof next === typeof seen
}
