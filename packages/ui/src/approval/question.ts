import type { Interrupt } from '@agui-kit/core'
import { isRecord, ownMember } from '../format/json.ts'
import { type Field, toField, toFields } from '../schema/field.ts'

/** What may be edited before approving: these fields, or the arguments as one JSON object. */
export type Editable =
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | { readonly kind: 'json' }

/** How an interrupt is answered. */
export type Question =
  /** `{ approved, editedArgs? }` */
  | { readonly kind: 'approval'; readonly editable?: Editable }
  /** An object of these fields. */
  | { readonly kind: 'form'; readonly fields: readonly Field[] }
  /** One value. */
  | { readonly kind: 'value'; readonly field: Field }

/** Reads off an interrupt how it wants to be answered. */
export function toQuestion({ reason, responseSchema: schema }: Interrupt): Question {
  if (schema === undefined) {
    return reason === 'input_required'
      ? { kind: 'value', field: toField('answer', { type: 'string' }, true) }
      : { kind: 'approval' }
  }
  const properties = ownMember(schema, 'properties')
  if (isRecord(properties) && Object.hasOwn(properties, 'approved')) {
    if (!Object.hasOwn(properties, 'editedArgs')) return { kind: 'approval' }
    const fields = toFields(properties['editedArgs'])
    return {
      kind: 'approval',
      editable: fields === undefined ? { kind: 'json' } : { kind: 'fields', fields },
    }
  }
  const fields = toFields(schema)
  return fields === undefined
    ? { kind: 'value', field: toField('answer', schema, true) }
    : { kind: 'form', fields }
}

/** The facts this kit's agents put beside an interrupt. The agent's word, untrusted. */
export function kitFacts({ metadata }: Interrupt): {
  readonly askedBy?: string
  readonly isHighRisk: boolean
} {
  const facts = metadata?.['agui-kit']
  const askedBy = ownMember(facts, 'askedBy')
  return {
    isHighRisk: ownMember(facts, 'risk') === 'high',
    ...(typeof askedBy === 'string' && askedBy !== '' && { askedBy }),
  }
}
