import type { ToolMessage } from '../../protocol/message.ts'
import { toText } from '../../protocol/message.ts'
import { say } from '../lang.ts'
import { done, type PlanEnd, type RunScope } from '../planner.ts'

const TOOL = 'get_local_time'

/** Only the person's machine knows their time, so this asks a tool of the application. */
export async function askTimeFlow(scope: RunScope): Promise<PlanEnd> {
  if (!scope.input.tools.some((tool) => tool.name === TOOL)) {
    await scope.write.text(
      say(
        scope.lang,
        '这个页面没有提供读取本地时间的工具（get_local_time），所以我不知道你那里几点。',
        'This page offers no tool to read the local time (get_local_time), so I cannot tell what time it is for you.',
      ),
    )
    return done
  }
  const pendingToolCallIds = await scope.write.propose([{ name: TOOL, args: {}, runsOn: 'client' }])
  return { kind: 'done', pendingToolCallIds }
}

/** The application answered calls of its own tools: says what it said. */
export async function afterClientToolFlow(
  scope: RunScope,
  results: readonly ToolMessage[],
): Promise<PlanEnd> {
  const { lang } = scope
  const lines = results.map((result) =>
    result.error === undefined
      ? say(lang, `现在是 ${toPlain(toText(result.content))}。`, `It is ${toPlain(toText(result.content))}.`)
      : say(lang, `没能读到本地时间：${result.error}`, `The local time could not be read: ${result.error}`),
  )
  await scope.write.text(lines.join('\n'))
  return done
}

/** Tools answer with JSON as often as with words; shows the words of either. */
function toPlain(content: string): string {
  try {
    const value: unknown = JSON.parse(content)
    if (typeof value === 'string') return value
    if (typeof value === 'object' && value !== null) {
      return Object.values(value)
        .filter((part) => typeof part === 'string' || typeof part === 'number')
        .join(' ')
    }
    return content
  } catch {
    return content
  }
}
