import { describe, expect, it } from 'vitest'
import { checkDocument, extractSnippet } from './check-snippets.ts'

const FILE = 'docs/snippets/chat.tsx'
const source = `import { Chat } from '@agui-kit/ui'

export function App() {
  // #region chat
  const chat = (
    <Chat />
  )
  // #endregion chat
  return chat
}
`
const read = (file: string): string | undefined => (file === FILE ? source : undefined)
const scripts = new Set(['demo', 'test', 'check:packages'])
const check = (text: string): ReturnType<typeof checkDocument> =>
  checkDocument('README.md', text, read, scripts)

const fence = (body: string, comment = `<!-- snippet: ${FILE}#chat -->`): string =>
  `# Title\n\n${comment}\n\n\`\`\`tsx\n${body}\`\`\`\n\nAfter.\n`
const region = 'const chat = (\n  <Chat />\n)\n'

describe('a snippet', () => {
  it('is a region without its indent and its marks', () => {
    expect(extractSnippet(source, 'chat')).toBe(region)
    expect(extractSnippet(source, 'chats')).toBeUndefined()
    expect(extractSnippet(source, 'cha')).toBeUndefined()
  })

  it('is a whole file without the marks', () => {
    expect(extractSnippet(source, undefined)).toBe(source.replace(/ *\/\/ #.*\n/g, ''))
  })
})

describe('a document', () => {
  it('that repeats its files is well', () => {
    expect(check(fence(region))).toEqual({ problems: [], text: fence(region) })
  })

  it('that differs in one byte is not, and comes back mended', () => {
    const { problems, text } = check(fence(region.replace('<Chat />', '<Chat  />')))
    expect(problems).toEqual(['README.md:5: differs from its file; run npm run snippets'])
    expect(text).toBe(fence(region))
  })

  it.each([
    ['', 'code without a'],
    ['<!-- snippet: src/chat.tsx -->', 'is not below'],
    ['<!-- snippet: docs/snippets/gone.tsx -->', 'does not exist'],
    [`<!-- snippet: ${FILE}#gone -->`, 'has no region gone'],
    [`<!-- snippet: ${FILE}#chat -->\n\nOther words.`, 'code without a'],
  ])('says what is wrong with %s', (comment, problem) => {
    const checked = check(fence(region, comment))
    expect(checked.problems).toEqual([expect.stringContaining(problem)])
    expect(checked.text).toBe(fence(region, comment))
  })

  it('names only scripts that exist', () => {
    const shell =
      '```bash\nnpm run demo\nnpm run -s check:packages -- --only lock\nnpm test\nnpm run gone\n```\n'
    expect(check(shell).problems).toEqual(['README.md:1: there is no script gone'])
  })

  it('may show other languages as they are', () => {
    const text = '```json\n{}\n```\n\n```css\n.a {}\n```\n'
    expect(check(text)).toEqual({ problems: [], text })
  })
})
