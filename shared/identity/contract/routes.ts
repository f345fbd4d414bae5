import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { idInPath, text } from '../../http/contract/text.ts'
import { IdentityVerification, LicenseAnswer, NinAnswer, PendingAnswer, PremiumAnswer } from './answer.ts'
import { IdentityClaim, identityProducts, LicenseClaim, RegistryList } from './product.ts'

const byId = z.object({ id: idInPath })

/** The form of a number depends on the product, so it is judged, and explained, by its rule. */
const byIdNumber = z.object({ idNumber: text(50) })

const identityScopes = identityProducts.map(product => `identities.${product}` as const)

/** What all look-ups have in common. */
const lookup = {
  method: 'POST',
  tag: 'Identities',
  body: IdentityClaim,
  answerIsPrivate: true,
  problems: ['identity_not_found', 'registry_unavailable'],
} as const

/** Identities: part of the list in `routes.ts`. */
export const identitiesRoutes = {
  lookUpNin: {
    ...lookup,
    path: '/v1/ng/identities/nin/{idNumber}',
    summary: 'Check a person against the national identity registry of Nigeria',
    access: 'identities.nin',
    params: byIdNumber,
    answers: { 200: NinAnswer, 202: PendingAnswer },
  },
  lookUpNinPremium: {
    ...lookup,
    path: '/v1/ng/identities/nin-premium/{idNumber}',
    summary: 'Check a person against the national identity registry of Nigeria and get all it has',
    access: 'identities.nin-premium',
    params: byIdNumber,
    answers: { 200: PremiumAnswer, 202: PendingAnswer },
  },
  lookUpDriverLicense: {
    ...lookup,
    path: '/v1/ng/identities/driver-license/{idNumber}',
    summary: "Check a person against Nigeria's register of driver's licences",
    access: 'identities.driver-license',
    params: byIdNumber,
    body: LicenseClaim,
    answers: { 200: LicenseAnswer, 202: PendingAnswer },
  },
  lookUpAlienCard: {
    ...lookup,
    path: '/v1/ke/identities/alien-card/{idNumber}',
    summary: "Check a person against Kenya's register of alien cards",
    access: 'identities.alien-card',
    params: byIdNumber,
    answers: { 200: NinAnswer, 202: PendingAnswer },
  },
  lookUpPassport: {
    ...lookup,
    path: '/v1/ke/identities/passport/{passportNumber}',
    summary: "Check a person against Kenya's register of passports",
    access: 'identities.passport',
    params: z.object({ passportNumber: text(50) }),
    answers: { 200: NinAnswer, 202: PendingAnswer },
  },
  getIdentity: {
    method: 'GET',
    path: '/v1/identities/{id}',
    tag: 'Identities',
    summary: 'Read the verdict of a look-up again, without what the registry said of the person',
    access: identityScopes,
    params: byId,
    answers: { 200: IdentityVerification },
  },
  listRegistries: {
    method: 'GET',
    path: '/v1/registries',
    tag: 'Identities',
    summary: 'Health of the registries: whether they answer, since when, and how fast',
    description: 'In test mode, the health of the sandbox: always available.',
    access: identityScopes,
    answers: { 200: RegistryList },
  },
} as const satisfies Record<string, Route>
