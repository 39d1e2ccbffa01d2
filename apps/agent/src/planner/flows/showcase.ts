import { FAILING_ORDER_ID, HANGING_ORDER_ID } from '../../mcp/server/demo-orders.ts'
import { RunFailure } from '../../runs/run-failure.ts'
import { say } from '../lang.ts'
import { done, type PlanEnd, type RunScope } from '../planner.ts'
import { lookUpFlow } from './look-up.ts'

export const failFlow = (scope: RunScope): Promise<PlanEnd> => lookUpFlow(scope, [FAILING_ORDER_ID])

export const timeoutFlow = (scope: RunScope): Promise<PlanEnd> => lookUpFlow(scope, [HANGING_ORDER_ID])

/** Dies in the middle of a sentence, as a run can. */
export async function crashFlow(scope: RunScope): Promise<PlanEnd> {
  await scope.write.text(say(scope.lang, '好的，我来看看……', 'Right, let me see…'))
  throw new RunFailure(
    'internal',
    say(
      scope.lang,
      '助手内部出错了，这次没有完成，也没有退款。可以重试。',
      'Something went wrong inside the agent. This run did not finish and nothing was refunded. You can try again.',
    ),
  )
}

export async function thinkFlow(scope: RunScope): Promise<PlanEnd> {
  const { write, lang } = scope
  await write.reasoning(
    say(
      lang,
      '用户想让我先想一想。已发货的订单才能退款，没发货的可以取消；退款要有人确认，金额不能超过订单总额。所以最稳妥的做法是先查订单，再决定。',
      'The person wants me to think first. Only shipped orders can be refunded, the others can be cancelled; a refund needs an approval and may not exceed the total. So the safest way is to look the order up first and decide then.',
    ),
  )
  await write.text(
    say(
      lang,
      '我的建议是：先查订单状态，已发货再申请退款，没发货就直接取消。告诉我订单号就可以开始。',
      'My advice: look the order up first, refund it if it has shipped, and cancel it if it has not. Give me an order number to start.',
    ),
  )
  return done
}

const PARAGRAPHS = 12

export async function longAnswerFlow(scope: RunScope): Promise<PlanEnd> {
  const { lang } = scope
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, index) =>
    say(
      lang,
      `第 ${index + 1} 段。退款从查询订单开始：先确认是否已经发货，再核对金额和付款方式，然后请人确认。确认之后才会执行，而且同一个决定只执行一次，断线或者重试都不会重复退款。`,
      `Paragraph ${index + 1}. A refund begins with looking the order up: has it shipped, what did it cost, how was it paid. Then a person is asked, and only a yes makes it happen. One decision is carried out once, whatever the network does in between.`,
    ),
  )
  await scope.write.text(paragraphs.join('\n\n'))
  return done
}

export async function helpFlow(scope: RunScope): Promise<PlanEnd> {
  await scope.write.text(
    say(
      scope.lang,
      '我可以查询订单（“查一下订单 A1024”）、列出订单（“列出订单”）、申请退款（“帮我查一下订单 A1024，如果已发货就申请退款”），也可以一次退多个（“退款 A1024 和 A1077”）。还可以试试：导出、进度、想一想、长文、失败、超时、崩溃、现在几点。',
      'I can look up an order ("look up order A1024"), list orders ("list orders"), refund one ("look up order A1024 and refund it if it has shipped") or several ("refund A1024 and A1077"). You can also try: export, progress, think, long answer, fail, timeout, crash, what time is it.',
    ),
  )
  return done
}
