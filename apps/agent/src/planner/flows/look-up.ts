import type { JsonObject } from '../../protocol/json.ts'
import { lookUpOrder } from '../call-tool.ts'
import { describeOrder, explainFailedLookUp } from '../describe-order.ts'
import { done, type PlanEnd, type RunScope } from '../planner.ts'

export async function lookUpFlow(scope: RunScope, orderIds: readonly string[]): Promise<PlanEnd> {
  for (const orderId of orderIds) {
    const found = await lookUpOrder(scope, orderId)
    if (found.kind === 'failed') {
      await scope.write.text(explainFailedLookUp(scope.lang, found))
    } else {
      scope.write.setState({ order: found.order as unknown as JsonObject, step: 'looked_up' })
      await scope.write.text(describeOrder(scope.lang, found.order))
    }
  }
  return done
}
