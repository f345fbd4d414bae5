import { defineKind, type Told, tenantItem } from '../../table/kind.ts'
import type { Tenant } from '../../table/tenant.ts'

/** `<t>#attested#<domain>`, `attested`; read by attest (answers from a mail domain). */
export const attestedKind = defineKind({
  name: 'attested',
  days: 365,
})

export const attestedTold = {
  kind: attestedKind,
  what: 'answers from an email domain (table)',
  holds: 'an employer’s email domain and a number, never for a public email provider',
  after: 'the last of them',
  erased: 'stays: it is not about an applicant',
  notExported: 'It is a number for the email domain of an employer, over all applicants.',
} as const satisfies Told

export const attestationCountKey = (of: Tenant, domain: string) =>
  tenantItem(of, `attested#${domain}`, 'attested')
