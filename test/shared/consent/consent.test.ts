import { describe, expect, it } from 'vitest'
import { withConsentRule } from '../../../shared/consent/consent-rule.ts'
import { Consent } from '../../../shared/consent/contract.ts'
import { toConsentRecord } from '../../../shared/consent/record.ts'

process.env.CONSENT_REQUIRED = JSON.stringify(['address', 'nin'])

const given = {
  noticeVersion: '2026-11',
  purpose: 'Opening an account',
  language: 'en',
  givenAt: '2026-11-22T09:00:00.000Z',
  method: 'form',
}
const nowMs = Date.parse('2026-11-22T10:00:00.000Z')
const judged = (product: string, consent: unknown) =>
  withConsentRule(product, () => [])({ params: {}, body: { consent }, nowMs })

describe('what an order says of consent', () => {
  it('is taken whole, and no more of it than its fields', () => {
    expect(Consent.parse({ ...given, signature: 'x' })).toEqual(given)
    for (const language of ['en', 'sw-KE', 'pcm', 'zh-Hant-NG'])
      expect(Consent.safeParse({ ...given, language }).success, language).toBe(true)
  })

  it.each([
    ['noticeVersion', ''],
    ['noticeVersion', 'x'.repeat(51)],
    ['purpose', 'a\u0000b'],
    ['purpose', 'x'.repeat(201)],
    ['language', 'English'],
    ['language', 'en_NG'],
    ['givenAt', '2026-11-22'],
    ['givenAt', 'yesterday'],
    ['method', 'telepathy'],
  ])('is refused by the name of the bad field: %s of %j', (field, value) => {
    const { error } = Consent.safeParse({ ...given, [field]: value })
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]])
  })

  it('is needed for the products of the stage’s policy, and for no other', () => {
    const missing = {
      pointer: '/consent',
      code: 'required',
      detail:
        'This product is looked into with the consent of the person alone: say when and how they gave it.',
    }
    for (const nothing of [undefined, null, '']) {
      expect(judged('address', nothing)).toEqual([missing])
      expect(judged('nin', nothing)).toEqual([missing])
      expect(judged('employment', nothing)).toEqual([])
    }
    expect(judged('address', given)).toEqual([])
  })

  it('was given before the order, by a clock that may be five minutes ahead', () => {
    const at = (givenAt: string) => judged('employment', { ...given, givenAt })
    expect(at('2026-11-22T10:05:00.000Z')).toEqual([])
    expect(at('2026-11-22T10:05:00.001Z')).toEqual([
      {
        pointer: '/consent/givenAt',
        code: 'out_of_range',
        detail: 'Expected a time that has been: nobody has consented yet.',
      },
    ])
    expect(at('2015-01-01T00:00:00.000Z')).toEqual([])
    expect(at('2014-12-31T23:59:59.999Z')).toEqual([
      {
        pointer: '/consent/givenAt',
        code: 'out_of_range',
        detail: 'Expected a time since 2015: nobody who consented before knew of this.',
      },
    ])
    // What is no time at all is the schema's to say.
    for (const givenAt of ['soon', '', 7, null]) expect(at(givenAt as string)).toEqual([])
  })
})

describe('a record of consent', () => {
  const of = { id: 7, organisationId: 12, product: 'address' }
  const header = {
    schema_version: 'ISO/IEC TS 27560:2023',
    record_id: '7',
    pii_principal_id: 'verification 7',
  }
  const parties = { party_identification: [{ party_id: 'organisation 12', party_type: 'pii_controller' }] }
  const takenBack = {
    event_time: '2026-11-23T08:00:00.000Z',
    event_type: 'explicit',
    event_state: 'withdrawn',
    collection_method: 'the page behind the applicant’s link',
  }

  it('says what was agreed to, when and how, and that it was taken back', () => {
    const consent = Consent.parse(given)
    expect(toConsentRecord({ ...of, consent, consentWithdrawnAt: '2026-11-23T08:00:00.000Z' })).toEqual({
      ...header,
      pii_processing: {
        privacy_notice: '2026-11',
        language: 'en',
        purposes: [{ purpose: 'Opening an account', purpose_type: 'address', lawful_basis: 'consent' }],
      },
      ...parties,
      events: [
        {
          event_time: '2026-11-22T09:00:00.000Z',
          event_type: 'explicit',
          event_state: 'given',
          collection_method: 'form',
        },
        takenBack,
      ],
    })
  })

  it('is none where nobody said anything, and tells of a withdrawal alone where there is nothing else', () => {
    expect(toConsentRecord(of)).toBeUndefined()
    expect(toConsentRecord({ ...of, consentWithdrawnAt: '2026-11-23T08:00:00.000Z' })).toEqual({
      ...header,
      ...parties,
      events: [takenBack],
    })
  })

  it('tells of a "no" that nobody had agreed before', () => {
    expect(toConsentRecord({ ...of, consentRefusedAt: '2026-11-23T08:00:00.000Z' })).toEqual({
      ...header,
      ...parties,
      events: [{ ...takenBack, event_state: 'refused' }],
    })
  })
})
