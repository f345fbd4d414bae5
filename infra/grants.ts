import { lookUpPath } from '../shared/identity/contract/look-up-route.ts'
import { type LookUpAction, products, type RegistryName } from '../shared/identity/products.ts'
import type { Path, Routes } from '../shared/routes.ts'
import type { Bindings } from './bindings.ts'
import type { Binding } from './constructs/binding.ts'

export interface ApiGrant {
  /** Who is hurt when this path fails: the text of its alarms. */
  readonly errorImpact: string
  readonly bindings: (resources: Bindings) => readonly Binding[]
}

/** Reads the caller's token, and what it asks for. */
const reads = ({ tableRead }: Bindings) => [tableRead]
const writes = ({ tableRead, tableWrite }: Bindings) => [tableRead, tableWrite]
/** Stores an applicant's id number under the key. */
const orders = (resources: Bindings) => [...writes(resources), resources.idNumberSecret]
const nothing = () => []
/** Asks a registry, keeps the verdict, and lets wait what may wait. */
const asks = (registry: RegistryName) => (resources: Bindings) => [
  ...orders(resources),
  resources.personalDataSecret,
  resources.registries(registry),
  resources.lookupLimits,
  resources.lookupRetries,
  resources.prices,
]

/** What a product's look-up may use. */
const lookUpGrants = Object.fromEntries(
  products.map((product): [string, ApiGrant] => [
    lookUpPath(product),
    { errorImpact: product.errorImpact, bindings: asks(product.registry.name) },
  ]),
) as Record<Routes[LookUpAction]['path'], ApiGrant>

/** What each path's function may use. A new route does not compile until it has a line here. */
export const apiGrants: Record<Path, ApiGrant> = {
  '/v1/token': {
    errorImpact: 'Integrators cannot sign in; within two hours nobody can call anything.',
    bindings: writes,
  },
  '/v1/addresses': {
    errorImpact: 'Integrators cannot order or list address verifications.',
    bindings: orders,
  },
  '/v1/addresses/business': {
    errorImpact: 'Integrators cannot order business address verifications.',
    bindings: orders,
  },
  '/v1/addresses/{id}': {
    errorImpact: 'Integrators cannot read the result of an address verification, or cancel one.',
    // The record links to its photos.
    bindings: resources => [...writes(resources), resources.fileTokenSecret, resources.mediaUrl],
  },
  '/v1/employments': {
    errorImpact: 'Integrators cannot order or list employment verifications.',
    bindings: orders,
  },
  '/v1/employments/{id}': {
    errorImpact: 'Integrators cannot read the result of an employment verification, or cancel one.',
    bindings: writes,
  },
  ...lookUpGrants,
  '/v1/identities/{id}': {
    errorImpact: 'Integrators cannot read the verdict of an earlier look-up; new look-ups go on.',
    bindings: reads,
  },
  '/v1/registries': {
    errorImpact: 'Integrators cannot see whether a registry answers; look-ups go on.',
    bindings: resources => [...reads(resources), resources.registryPlaces],
  },
  '/v1/webhooks': {
    errorImpact: 'Integrators cannot register or list webhook endpoints; deliveries go on.',
    bindings: resources => [...writes(resources), resources.receiverRules],
  },
  '/v1/webhooks/{id}': {
    errorImpact: 'Integrators cannot read, change or delete a webhook endpoint; deliveries go on.',
    // Switched on again, an endpoint is sent what is pending.
    bindings: resources => [...writes(resources), resources.receiverRules, resources.sendDeliveries],
  },
  '/v1/webhooks/{id}/secret': {
    errorImpact: 'Integrators cannot read or rotate a signing secret; deliveries go on.',
    bindings: writes,
  },
  '/v1/webhooks/{id}/ping': {
    errorImpact: 'Integrators cannot try whether their webhook endpoint works; deliveries go on.',
    bindings: resources => [...writes(resources), resources.receiverRules, resources.patience],
  },
  '/v1/webhooks/{id}/recover': {
    errorImpact: 'Integrators cannot have missed events sent again; new ones are delivered.',
    bindings: resources => [...writes(resources), resources.sendDeliveries],
  },
  '/v1/webhooks/{id}/attempts': {
    errorImpact: 'Integrators cannot see what was sent to an endpoint; deliveries go on.',
    bindings: reads,
  },
  '/v1/events': {
    errorImpact: 'Integrators cannot see which events happened; deliveries go on.',
    bindings: reads,
  },
  '/v1/events/{id}': {
    errorImpact: 'Integrators cannot see why an event did not reach them; deliveries go on.',
    // Identity events are kept encrypted.
    bindings: resources => [...reads(resources), resources.personalDataSecret],
  },
  '/v1/events/{id}/resend': {
    errorImpact: 'Integrators cannot have an event sent again; new ones are delivered.',
    bindings: resources => [...writes(resources), resources.sendDeliveries],
  },
  '/v1/file/{token}': {
    errorImpact: 'Integrators and reviewers cannot open evidence photos.',
    bindings: ({ fileTokenSecret, mediaRead }) => [fileTokenSecret, mediaRead],
  },
  '/v1/locations/states': {
    errorImpact: "Integrators' forms cannot offer the list of states.",
    bindings: nothing,
  },
  '/v1/locations/states/{stateId}/lgas': {
    errorImpact: "Integrators' forms cannot offer the list of local government areas.",
    bindings: nothing,
  },
  '/v1/sandbox/verifications/{id}/complete': {
    errorImpact: 'Integrators cannot try out how a verification can end. Live ones are not touched.',
    bindings: resources => [...writes(resources), resources.mediaWrite],
  },
  '/v1/openapi.json': {
    errorImpact: 'Integrators cannot read the documentation.',
    bindings: nothing,
  },
  '/v1/health': {
    errorImpact: "Integrators' monitors report the service as down.",
    bindings: nothing,
  },
}
