import type { Route } from '../http/contract/route.ts'

/** What each group of operations is for; pages are no operations. */
export const tags: Readonly<
  Record<Exclude<Route['tag'], 'Docs' | 'Links' | 'Pages'> | 'Deliveries', string>
> = {
  Authentication:
    'Exchange a client’s id and secret for a token of two hours, and send it as `Authorization: Bearer …`. Test and live have clients of their own: the credential alone decides.',
  Session:
    'People of the operator sign in with their issuer at `/v1/session/sign-in`. Their browser keeps the session as a cookie that no script reads; what changes something must come from a page of this host.',
  Portal:
    'The integrator’s page at `/v1/portal`: verifications, events with every attempt, endpoints, requests that failed. A client opens it with a link that works once, or by its credentials. Its session is a cookie that no script reads; it may ask what the page shows, orders nothing and looks nobody up.',
  Addresses:
    'Street and business addresses in Nigeria, visited by a field agent within a day or two. An order is answered at once; its end is reported by the event `address.verification_completed`.',
  Employments:
    'Present and past jobs, confirmed by the employer. An order is answered at once; its end is reported by the event `employment.verification_completed`.',
  Identities:
    'Look-ups at national registries, answered at once: NIN, NIN premium and driver’s licence in Nigeria, alien card and passport in Kenya.',
  Webhooks:
    'Where events are delivered: signed as Standard Webhooks say, tried again for days, recovered on request.',
  Deliveries: 'What endpoints are sent. Answer 2xx at once, and do the work afterwards.',
  Events: 'Everything that was ever told, with its exact bytes and the attempts to deliver it.',
  Media: 'Evidence photos. The link is the permission.',
  Locations:
    'The 36 states, the Federal Capital Territory and the 774 local government areas, by ids that never change.',
  Sandbox: 'In test mode: choose how a verification ends, move its time, and have any event sent.',
  Operations:
    'For the operator’s own people, not for customers: agents claim visits and report, reviewers decide, operators see the whole.',
  Service: 'This document, the keys of receipts, and whether the service answers.',
}
