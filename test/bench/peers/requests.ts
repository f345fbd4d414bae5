import { type ApiEntry, entryOf } from '../../../infra/constructs/entries.ts'
import { routes } from '../../../shared/routes.ts'
import { addressOrder } from '../../support/orders.ts'
import type { RequestsTask } from './contestant.ts'

/** What a client does: orders an address, reads its last one, and orders with an Idempotency-Key. */
export type Kind = 'address' | 'read' | 'createWithKey'

/** A request of a kind, and the function that answers it. */
export interface BenchRequest extends Pick<RequestsTask, 'shape' | 'counter' | 'isRepeat'> {
  readonly entry: ApiEntry
}

const orderOf = (name: string, counter: Kind): BenchRequest => {
  const { path: route } = routes.createAddress
  const body = addressOrder({ street: `${name} ${counter} #` })
  const shape = { method: 'POST', route, body, status: 201 } as const
  return { entry: entryOf(route), counter, isRepeat: false, shape }
}

const withKey = (name: string): BenchRequest => {
  const { shape, ...order } = orderOf(name, 'createWithKey')
  return { ...order, shape: { ...shape, idempotencyKey: `${name.replaceAll(' ', '-')}-#` } }
}

const readOf = (id: number): BenchRequest => {
  const { path: route } = routes.getAddress
  const shape = { method: 'GET', route, parameters: { id: `${id}` }, status: 200 } as const
  return { entry: entryOf(route), counter: 'read', isRepeat: true, shape }
}

/** @param name the start of all that is ordered, so that nobody's orders repeat another's @param lastId of the last address */
export const requestOf = (kind: Kind, name: string, lastId: number): BenchRequest => {
  if (kind === 'read') return readOf(lastId)
  return kind === 'createWithKey' ? withKey(name) : orderOf(name, kind)
}
