import type { JsonObject } from '../../protocol/json.ts'
import { toMembers } from '../../protocol/json.ts'
import { say } from '../lang.ts'
import { done, type PlanEnd, type RunScope } from '../planner.ts'

/** Shows shared state and an activity changing step by step. */
export async function progressFlow(scope: RunScope): Promise<PlanEnd> {
  const { write, emitter, lang, thread } = scope
  const titles = say(
    lang,
    '核对订单|检查库存|安排取件|通知顾客',
    'Check orders|Check stock|Arrange pick-up|Tell customers',
  ).split('|')
  const steps = titles.map((title): JsonObject => ({ title, status: 'pending' }))
  const messageId = write.newId('activity')
  const activityType = 'plan'

  write.snapshotState({
    ...toMembers(thread.current().state),
    progress: { done: 0, total: steps.length },
    step: 'working',
  })
  const title = say(lang, '今日退货处理', 'Returns of today')
  emitter.emit({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType, content: { title, steps } })

  const setStatus = (index: number, status: 'running' | 'done') =>
    emitter.emit({
      type: 'ACTIVITY_DELTA',
      messageId,
      activityType,
      patch: [{ op: 'replace', path: `/steps/${index}/status`, value: status }],
    })

  for (const index of steps.keys()) {
    setStatus(index, 'running')
    for (let beat = 0; beat < 8; beat += 1) await write.pause()
    setStatus(index, 'done')
    emitter.emit({
      type: 'STATE_DELTA',
      delta: [{ op: 'replace', path: '/progress/done', value: index + 1 }],
    })
  }
  write.setState({ step: 'done' })
  await write.text(say(lang, '四个步骤都完成了。', 'All four steps are done.'))
  return done
}
