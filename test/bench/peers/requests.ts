import { type ApiEntry, entryOf } from '../../../infra/entries.ts'
import { simulatedPerson } from '../../../infra/local/registry-simulator.ts'
import type { Route } from '../../../shared/http/contract/route.ts'
import type { IdentityProduct } from '../../../shared/identity/products.ts'
import { routes } from '../../../shared/routes.ts'
import type { Mode } from '../../../shared/table/tenant.ts'
import type { Product } from '../../../shared/verification/contract/product.ts'
import { products as lookUps, type ProductUnderTest } from '../../support/identities.ts'
import { addressOrder, businessAddressOrder, employmentOrder, proAddressOrder } from '../../support/orders.ts'
import type { RequestsTask } from './contestant.ts'

/** What a client does: orders a product, reads its last address, orders with an Idempotency-Key, and repeats that. */
export type Kind = Product | IdentityProduct | 'read' | 'createWithKey' | 'repeat'

interface Order {
  readonly route: Route
  /** Another name is another order. */
  readonly body: (name: string) => object
}

const orders: Readonly<Record<Product, Order>> = {
  address: { route: routes.createAddress, body: street => addressOrder({ street }) },
  'address-pro': { route: routes.createProAddress, body: street => proAddressOrder({ street }) },
  'business-address': {
    route: routes.createBusinessAddress,
    body: street => businessAddressOrder({ street }),
  },
  employment: {
    route: routes.createEmployment,
    body: employerName => employmentOrder({ employerName }),
  },
}

/** A request of a kind, the function that answers it, and the mode of the client that sends it. */
export interface BenchRequest extends Pick<RequestsTask, 'shape' | 'counter' | 'isRepeat'> {
  readonly entry: ApiEntry
  readonly mode: Mode
}

const orderOf = (product: Product, name: string, counter: string): BenchRequest => {
  const { route, body } = orders[product]
  return {
    entry: entryOf(route.path),
    mode: 'test',
    counter,
    isRepeat: false,
    shape: { method: 'POST', route: route.path, body: body(`${name} ${counter} #`), status: 201 },
  }
}

const withKey = (name: string, isRepeat: boolean): BenchRequest => {
  const { shape, ...order } = orderOf('address', name, 'createWithKey')
  return { ...order, isRepeat, shape: { ...shape, idempotencyKey: `${name.replaceAll(' ', '-')}-#` } }
}

const readOf = (id: number): BenchRequest => {
  const { path } = routes.getAddress
  return {
    entry: entryOf(path),
    mode: 'test',
    counter: 'read',
    isRepeat: true,
    shape: { method: 'GET', route: path, parameters: { id: `${id}` }, status: 200 },
  }
}

const lookUpOf = ({ name, path, parameter, firstnameField, wellFormed }: ProductUnderTest): BenchRequest => {
  const route = path(`{${parameter}}`) as Route['path']
  const { firstname, lastname } = simulatedPerson
  const body = { [firstnameField]: firstname, lastname }
  return {
    entry: entryOf(route),
    mode: 'live',
    counter: name,
    isRepeat: true,
    shape: { method: 'POST', route, parameters: { [parameter]: wellFormed }, body, status: 200 },
  }
}

/** @param name the start of all that is ordered, so that nobody's orders repeat another's @param lastId of the last address */
export const requestOf = (kind: Kind, name: string, lastId: number): BenchRequest => {
  if (kind === 'read') return readOf(lastId)
  if (kind === 'createWithKey' || kind === 'repeat') return withKey(name, kind === 'repeat')
  const lookUp = lookUps.find(each => each.name === kind)
  return lookUp ? lookUpOf(lookUp) : orderOf(kind as Product, name, kind)
}
