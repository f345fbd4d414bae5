import type { Consent } from './contract.ts'

interface ConsentSource {
  readonly id: number
  readonly organisationId: number
  readonly product: string
  readonly consent?: Consent
  /** Times are ISO 8601. */
  readonly consentRefusedAt?: string
  readonly consentWithdrawnAt?: string
}

/**
 * A record of consent as ISO/IEC TS 27560:2023 has it (https://www.iso.org/standard/80392.html). Undefined where an
 * order stated none and nobody refused or withdrew one. Who consented is named by the record alone.
 */
export const toConsentRecord = ({
  id,
  organisationId,
  product,
  consent,
  consentRefusedAt,
  consentWithdrawnAt,
}: ConsentSource): object | undefined => {
  if (!consent && consentRefusedAt === undefined && consentWithdrawnAt === undefined) return undefined
  const event = (time: string, state: string, method: string) => ({
    event_time: time,
    event_type: 'explicit',
    event_state: state,
    collection_method: method,
  })
  const onPage = (time: string | undefined, state: string) =>
    time === undefined ? [] : [event(time, state, 'the page behind the applicant’s link')]
  return {
    schema_version: 'ISO/IEC TS 27560:2023',
    record_id: `${id}`,
    pii_principal_id: `verification ${id}`,
    ...(consent && {
      pii_processing: {
        privacy_notice: consent.noticeVersion,
        language: consent.language,
        purposes: [{ purpose: consent.purpose, purpose_type: product, lawful_basis: 'consent' }],
      },
    }),
    party_identification: [{ party_id: `organisation ${organisationId}`, party_type: 'pii_controller' }],
    events: [
      ...(consent ? [event(consent.givenAt, 'given', consent.method)] : []),
      ...onPage(consentRefusedAt, 'refused'),
      ...onPage(consentWithdrawnAt, 'withdrawn'),
    ],
  }
}
