import { screen } from '@testing-library/react'
import { memo, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createScene, toolArgs, toolEnd, toolStart } from '../test/scene.tsx'
import { useAnswer } from './useAnswer.ts'
import { useClientTool } from './useClientTool.ts'
import { useDecisions } from './useDecisions.ts'
import { useInterrupt } from './useInterrupt.ts'
import { useInterrupts } from './useInterrupts.ts'
import { useIssues } from './useIssues.ts'
import { useSteps } from './useSteps.ts'
import { useToolCall } from './useToolCall.ts'

const Card = memo(({ id }: { readonly id: string }): ReactNode => {
  const call = useToolCall(id)
  return <p data-testid={id}>{call === undefined ? 'absent' : `${call.name} ${call.status}`}</p>
})

function Approvals(): ReactNode {
  const answer = useAnswer()
  const open = useInterrupts()
  const first = useInterrupt('i1')
  return (
    <>
      {open.map(({ interrupt, decision }) => (
        <button
          key={interrupt.id}
          type="button"
          onClick={() => void answer(interrupt.id, { status: 'resolved', payload: { approved: true } })}
        >
          {`${interrupt.message} ${decision?.delivery}`}
        </button>
      ))}
      <output>{`${first?.interrupt.id} ${useDecisions()[0]?.delivery}`}</output>
      <ol>
        {useSteps().map((step) => (
          <li key={step.name}>{`${step.name} ${step.status}`}</li>
        ))}
      </ol>
      <p role="alert">{useIssues().map((issue) => issue.code)}</p>
    </>
  )
}

const status = () => screen.getByTestId('c1').textContent

test('a card goes from its arguments over the approval to the result', async () => {
  const scene = await createScene()
  scene.show(
    <>
      <Card id="c1" />
      <Approvals />
    </>,
  )
  expect(status()).toBe('absent')
  const run = await scene.ask('refund A1024')
  await scene.settle(() => run.push({ type: 'STEP_STARTED', stepName: 'plan' }))
  expect(screen.getByRole('listitem')).toHaveTextContent('plan open')
  await scene.settle(() => run.push(toolStart('c1', 'refund_order'), toolArgs('c1', '{"amount":')))
  expect(status()).toBe('refund_order streaming')
  await scene.settle(() => run.push(toolArgs('c1', '128}'), toolEnd('c1')))
  expect(status()).toBe('refund_order running')
  await scene.settle(async () => {
    await run.push({ type: 'STEP_FINISHED', stepName: 'plan' })
    await run.finished({
      type: 'interrupt',
      interrupts: [{ id: 'i1', reason: 'tool_call', toolCallId: 'c1', message: 'Refund 128?' }],
    })
  })
  expect(screen.getByRole('listitem')).toHaveTextContent('plan done')
  expect(status()).toBe('refund_order approval')
  expect(screen.getByRole('status')).toHaveTextContent('i1')

  let resumed: Awaited<ReturnType<typeof scene.transport.nextRun>> | undefined
  await scene.settle(async () => {
    screen.getByRole('button', { name: /Refund 128\?/ }).click()
    resumed = await scene.transport.nextRun()
  })
  expect(resumed?.input.resume).toMatchObject([
    { interruptId: 'i1', status: 'resolved', payload: { approved: true } },
  ])
  expect(status()).toBe('refund_order running')
  await scene.settle(async () => {
    await resumed?.started()
    await resumed?.push({
      type: 'TOOL_CALL_RESULT',
      messageId: 'result-1',
      toolCallId: 'c1',
      content: '{"refunded":128}',
    })
    await resumed?.finished()
  })
  expect(status()).toBe('refund_order done')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('undefined accepted')
})

test('a call whose run was cut says that it does not know', async () => {
  const scene = await createScene()
  scene.show(<Card id="c1" />)
  const run = await scene.ask('refund A1024')
  await scene.settle(() => run.push(toolStart('c1', 'refund_order'), toolArgs('c1', '{}'), toolEnd('c1')))
  expect(status()).toBe('refund_order running')
  await scene.settle(() => run.end())
  expect(status()).toBe('refund_order unknown')
})

test("the application's own tool waits for its run to end, then runs", async () => {
  const scene = await createScene()
  let give = (_value: string): void => {}
  const Tool = (): ReactNode => {
    useClientTool({
      name: 'pick_date',
      description: 'Asks for a date.',
      execute: () => new Promise<string>((resolve) => (give = resolve)),
    })
    return null
  }
  scene.show(
    <>
      <Card id="c1" />
      <Tool />
    </>,
  )
  const run = await scene.ask('when?')
  await scene.settle(() => run.push(toolStart('c1', 'pick_date'), toolArgs('c1', '{}'), toolEnd('c1')))
  expect(status()).toBe('pick_date waiting')
  await scene.settle(() => run.finished({ type: 'success', pendingToolCallIds: ['c1'] }))
  await scene.settle()
  expect(status()).toBe('pick_date running')
  await scene.settle(async () => {
    give('2030-01-01')
    const next = await scene.transport.nextRun()
    await next.started()
  })
  expect(status()).toBe('pick_date done')
})

test('what is wrong with a stream reaches the page', async () => {
  const scene = await createScene()
  scene.show(<Approvals />)
  const run = await scene.ask('hello')
  await scene.settle(() => run.push({ type: 'STEP_FINISHED', stepName: 'never begun' }))
  expect(screen.getByRole('alert')).toHaveTextContent('step-not-open')
})
