import { createHash } from 'node:crypto'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import type { DisputeWork } from '../../../shared/dispute/dispute.ts'
import { addressDocument, type VisitReportData } from '../../../shared/report/address-report.ts'
import { employmentDocument } from '../../../shared/report/employment-report.ts'
import { identityDocument } from '../../../shared/report/identity-report.ts'
import { renderReportPage } from '../../../shared/report/page.ts'
import { possibleOutcomes } from '../../../shared/verification/contract/outcome.ts'
import {
  address,
  employer,
  employment,
  linesOf,
  lookup,
  operator,
  pageOf,
  photo,
  visit,
} from '../../support/reports.ts'

const shownIn = (page: string, heading: string): readonly string[] => {
  const lines = linesOf(page)
  const from = lines.indexOf(heading)
  const headings = [...page.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title!)
  const to = lines.findIndex((line, index) => index > from && headings.includes(line))
  return lines.slice(from + 1, to < 0 ? -1 : to)
}

const receiptLines = [
  'Receipt',
  'This text is the receipt of this verification, signed by us. It names how it ended, when, and the digest of each photo, and no person.',
  'aaa.bbb.ccc',
  'How to check it',
  'Copy the text into a file, without spaces and line breaks: it is a compact JWS (RFC 7515), signed with Ed25519.',
  'Fetch our public keys from https://api.example.com/v1/jwks.json. Those of former years are among them.',
  'Check it with https://api.example.com/v1/docs/verify.mjs, or with any library that knows JWS. Nobody has to ask us, now or in years.',
  'Our guide says more, and needs no account: https://api.example.com/v1/docs/receipts#check-a-receipt',
]

describe('the report of a visit', () => {
  it('says all that was asked and found, the verdict first', () => {
    expect(linesOf(pageOf(addressDocument(visit())))).toEqual([
      'Verification service',
      'Address verification Report',
      '✓ Confirmed',
      'The applicant lives at the address.',
      'The reviewer’s remark: The neighbour’s word and the photos agree.',
      'Verification | 445566778899',
      'Your reference | loan-2026-0417',
      'Status | VERIFIED',
      'Ordered | 19 November 2026, 09:05 WAT (08:05 UTC)',
      'Ended | 20 November 2026, 16:42 WAT (15:42 UTC)',
      'Charged | NGN 4,500',
      'What was asked',
      'Applicant | Ngozi Adaeze Adeyemi',
      'Phone | 08031234567',
      'Date of birth | 12 April 1990',
      'Gender | female',
      'Identity number | ends in 4821',
      'Address | 12 Allen Avenue, Opposite the roundabout, Ikeja, Lagos',
      'Stated position | 6.601838, 3.351486',
      'Claimed and found',
      'FieldClaimedFoundMatch',
      'Address | 12 Allen Avenue, Opposite the roundabout, Ikeja, Lagos | Exists | = agrees',
      'Reached | The door | Came to the door | = agrees',
      'Applicant | Ngozi Adaeze Adeyemi | Lives there | = agrees',
      'Found besides',
      'Kind of address | Duplex',
      'Hard to find | no',
      'Marital status | married',
      'Agent’s comment | Green gate, the bell works.',
      'Neighbour | Bola Ade',
      'Neighbour’s words | Knows her since 2019.',
      'What happened',
      '19 November 2026, 09:05 WAT (08:05 UTC) You ordered it.',
      '19 November 2026, 09:06 WAT (08:06 UTC) A link that says what is checked was sent to the applicant.',
      '19 November 2026, 13:20 WAT (12:20 UTC) The applicant answered.',
      '20 November 2026, 10:40 WAT (09:40 UTC) An agent took it on.',
      '20 November 2026, 11:31 WAT (10:31 UTC) The agent recorded 4 photos.',
      '20 November 2026, 11:48 WAT (10:48 UTC) The agent reported.',
      '20 November 2026, 16:42 WAT (15:42 UTC) A reviewer decided.',
      'Where',
      'The surroundings. Circles are as wide as the device was uncertain of its position.',
      'Ikeja, Lagos. LGA boundaries: OSGOF/OCHA via geoBoundaries (Runfola et al. 2020), CC BY 3.0 IGO; simplified',
      'PositionFrom the stated placeHow exactWhen',
      'A Stated place | in Ikeja | as the order states it | –',
      'R Device at the report | 18 m N, in Ikeja | not stated by the device | 20 November 2026, 11:48 WAT (10:48 UTC)',
      '1 Outside 1 | 22 m NE, in Ikeja | ± 12 m | 20 November 2026, 11:31 WAT (10:31 UTC)',
      '2 Outside 2 | 22 m NE, in Ikeja | ± 12 m | 20 November 2026, 11:33 WAT (10:33 UTC)',
      '3 Inside 1 | 22 m NE, in Ikeja | ± 12 m | 20 November 2026, 11:40 WAT (10:40 UTC)',
      '4 Extra 1 | 22 m NE, in Ikeja | ± 12 m | 20 November 2026, 11:44 WAT (10:44 UTC)',
      'Photos',
      'Presence shown by a photo | yes',
      'Nearest to the stated position | 4 m',
      'Outside 1Taken 20 November 2026, 11:31 WAT (10:31 UTC)23 m from the stated position, ± 12 m',
      'Outside 2Taken 20 November 2026, 11:33 WAT (10:33 UTC)18 m from the stated position, ± 12 m',
      'Inside 1Taken 20 November 2026, 11:40 WAT (10:40 UTC)23 m from the stated position, ± 12 mFrom a file of the device, not from the camera of our page',
      'Extra 1Taken 20 November 2026, 11:44 WAT (10:44 UTC)31 m from the stated position, ± 12 m',
      'Distances are from the position that you stated to where the agent’s device measured itself when the photo was taken. A position is what the device said of itself; it is no proof by itself.',
      ...receiptLines,
      'This report was made on 22 November 2026, 10:41 WAT (09:41 UTC), from what is kept of the verification. Times are West Africa Time (WAT, UTC+1), with UTC beside them. The people who did the work are named by what they do, and not by name.',
    ])
  })

  it('says in the banner that it is disputed, since when, and what came of it', () => {
    const bannerOf = (state: 'open' | 'upheld' | 'revised', by: 'customer' | 'applicant' = 'customer') => {
      const outcome = state === 'revised' ? 'noAccess' : 'verified'
      const disputed = {
        dispute: 1,
        dueAt: '2026-11-25T08:00:00.000Z',
        objection: {
          by,
          ground: 'evidence',
          reason: 'Canaryreason',
          raisedAt: '2026-11-23T08:00:00.000Z',
          revision: 1,
          outcome: 'verified',
          decidedAt: '2026-11-20T15:42:00.000Z',
        },
        ...(state !== 'open' && { verdict: { outcome, by: 'reviewer-9', at: '2026-11-24T08:00:00.000Z' } }),
      } as DisputeWork
      const page = pageOf(
        addressDocument(visit({ verification: address({ outcome }), disputes: [disputed] })),
      )
      expect(page).not.toMatch(/Canaryreason|reviewer-9/)
      const lines = linesOf(page)
      return [
        /<div class="verdict (\w+)">/.exec(page)![1],
        lines[2],
        lines.find(each => each.startsWith('Disputed')),
      ]
    }
    expect(bannerOf('open')).toEqual([
      'open',
      '– Confirmed, and disputed',
      'Disputed: By you, 23 November 2026, 09:00 WAT (08:00 UTC). Somebody who had no part in the decision is looking at it again, until 25 November 2026, 09:00 WAT (08:00 UTC) at the latest. The decision stands until then.',
    ])
    expect(bannerOf('upheld', 'applicant')).toEqual([
      'good',
      '✓ Confirmed',
      'Disputed: By the applicant, 23 November 2026, 09:00 WAT (08:00 UTC). Somebody who had no part in the decision looked at it again, and upheld it, 24 November 2026, 09:00 WAT (08:00 UTC).',
    ])
    expect(bannerOf('revised').slice(0, 1)).toEqual(['open'])
    expect(bannerOf('revised')[2]).toBe(
      'Disputed: By you, 23 November 2026, 09:00 WAT (08:00 UTC). Somebody who had no part in the decision looked at it again, and decided otherwise, 24 November 2026, 09:00 WAT (08:00 UTC).',
    )
  })

  it('names nobody of those who did the work', () => {
    expect(pageOf(addressDocument(visit()))).not.toMatch(/agent-1|reviewer-1/)
    expect(pageOf(employmentDocument(employer()))).not.toMatch(/agent-2|reviewer-[12]|Rang out/)
  })

  it('shows no telephone but the applicant’s', () => {
    const { report } = address()
    const neighbor = { firstname: 'Bola', phone: '08090001111' }
    const verification = address({ report: { ...report!, neighbor } })
    const heard = employment().report!
    const details = { ...heard.details, supervisorPhone: '08090002222' }
    const attestator = { ...heard.attestator, phone: '08090003333' }
    const employed = employment({ report: { ...heard, details, attestator } })
    const pages = [
      addressDocument(visit({ verification })),
      employmentDocument(employer({ verification: employed })),
    ]
    for (const page of pages.map(each => pageOf(each)))
      expect(page.match(/\+?\d[\d ]{9,}\d(?=<)/g)?.filter(number => !number.startsWith('445566'))).toEqual([
        '08031234567',
      ])
  })

  it('tells the time where it happened, with both days where they differ', () => {
    const late = linesOf(pageOf(identityDocument(lookup({ requestedAt: '2026-11-20T23:30:00.000Z' }))))
    expect(late).toContain('Ordered | 21 November 2026, 00:30 WAT (20 November 2026, 23:30 UTC)')
    const kenyan = linesOf(pageOf(identityDocument(lookup({ product: 'alien-card' }))))
    expect(kenyan).toContain('Ordered | 20 November 2026, 12:00 EAT (09:00 UTC)')
    expect(kenyan.at(-1)).toContain('Times are East Africa Time (EAT, UTC+3), with UTC beside them.')
  })

  it('speaks of the business where one was asked for', () => {
    const business = {
      businessName: 'Adeyemi Foods',
      businessType: 'Formal',
      canContactPoc: true,
      rcNumber: 'RC1',
    } as const
    const verification = address({ product: 'business-address', business, outcome: 'notInResidence' })
    const page = pageOf(
      addressDocument(
        visit({
          verification: {
            ...verification,
            report: { ...verification.report!, business: { nameFound: 'Adeyemi Shoes' } },
          },
          assignment: { findings: { addressExists: true, hadAccess: true, isThere: false } },
        }),
      ),
    )
    expect(linesOf(page).slice(1, 4)).toEqual([
      'Business address verification Report',
      '✗ Not confirmed',
      'The address exists, and the business is not there.',
    ])
    expect(shownIn(page, 'What was asked').slice(0, 3)).toEqual([
      'Business | Adeyemi Foods',
      'Kind of business | Formal',
      'Registration number | RC1',
    ])
    expect(shownIn(page, 'Claimed and found').slice(3, 6)).toEqual([
      'Business | Adeyemi Foods | Is not there | ≠ differs',
      'Name on site | Adeyemi Foods | Adeyemi Shoes | ≠ differs',
      'Kind of business | Formal | – | ? not known',
    ])
  })

  it('gives no distance from a position that the order did not state', () => {
    const stated = { latitude: 6.6018, longitude: 3.3515, precision: 'state_centre' } as const
    const page = pageOf(addressDocument(visit({ stated, photos: [photo({ distanceMetres: undefined })] })))
    expect(shownIn(page, 'What was asked')).toContain(
      'Stated position | somewhere in Ikeja, Lagos: the order gave no position',
    )
    expect(shownIn(page, 'Photos').slice(2)).toEqual([
      'Outside 1Taken 20 November 2026, 11:31 WAT (10:31 UTC)Where the device was is known to ± 12 m',
      'Your order stated no position of its own, so that no distance from the address can be given. A position is what the device said of itself; it is no proof by itself.',
    ])
  })

  it('says why no photo shows that somebody was there', () => {
    const { report, ...ordered } = address()
    const verifind = { ...report!.verifind!, isVerifind4d: false }
    const verification = { ...ordered, report: { ...report!, verifind } }
    const said = (stated: Partial<VisitReportData['stated']> = {}) =>
      shownIn(
        pageOf(addressDocument(visit({ verification, stated: { ...visit().stated, ...stated } }))),
        'Photos',
      )[0]
    expect(said()).toBe(
      'Presence shown by a photo | no: that takes a photo of the outside, taken on our page during the visit and near the stated position, and no strong flag',
    )
    expect(said({ precision: 'lga_centre' })).toBe(
      'Presence shown by a photo | no: that takes a position in the order, and a photo taken near it',
    )
  })

  it('draws positions with their accuracy, and the area around them', () => {
    const drawn = (data: VisitReportData) =>
      pageOf(addressDocument(data)).match(/<svg class="map"[\s\S]*?<\/svg>/g) ?? []
    const count = (svg: string | undefined, part: string) => (svg ?? '').split(part).length - 1
    const [near, area, ...more] = drawn(visit())
    expect(more).toEqual([])
    expect([count(near, 'class="accuracy"'), count(near, 'class="photo"')]).toEqual([4, 4])
    expect(near).toContain('class="stated"')
    // An outline of many points, and the address alone: its photos would lie on it.
    expect(area).toMatch(/class="lga" d="M[\d. ML-]{300,}/)
    expect(area).toMatch(/class="state" d="M[\d. ML-]{300,}/)
    expect([count(area, 'class="stated"'), count(area, 'class="photo"')]).toEqual([1, 0])
    expect(area).toContain('aria-label="Map of Ikeja, Lagos, to scale"')
  })

  it('draws the area alone where nobody stated or measured a position', () => {
    const stated = { latitude: 6.6018, longitude: 3.3515, precision: 'state_centre' } as const
    const { report: _, ...verification } = address({ outcome: 'expired' })
    const page = pageOf(addressDocument(visit({ verification, stated, photos: [] })))
    expect(page.match(/<svg class="map"/g)?.length).toBe(1)
    expect(shownIn(page, 'Where')).toEqual([
      'The order gave no position: the address is somewhere in Ikeja, Lagos.',
      expect.stringContaining('Ikeja, Lagos. LGA boundaries'),
      'No device said where it was.',
    ])
  })

  it('says of photos which are small, which are gone, and which have no room', () => {
    const photos = [
      photo({ copy: { kind: 'small', bytes: Buffer.from('small') } }),
      photo({ slot: 'exteriorPhotos.photo2', copy: 'gone', takenAt: undefined, accuracyMetres: undefined }),
      photo({
        slot: 'extraPhotos.photo3',
        copy: 'tooLarge',
        distanceMetres: undefined,
        accuracyMetres: undefined,
      }),
    ]
    const page = pageOf(addressDocument(visit({ photos })))
    expect(shownIn(page, 'Photos').slice(2, 6)).toEqual([
      'Outside 1Taken 20 November 2026, 11:31 WAT (10:31 UTC)23 m from the stated position, ± 12 m',
      'This photo is no longer kept.',
      'Outside 2',
      'This photo has no room in the report. The record has its link.',
    ])
    expect(page).toContain('Small copies, as the report holds no more: Outside 1.')
    expect(page).toContain('The device gave no position')
    const old = { distanceMetres: undefined, accuracyMetres: undefined, at: undefined, isPositionOld: true }
    const late = pageOf(addressDocument(visit({ photos: [photo(old)] })))
    expect(late).toContain('The device’s position was too old to say where this was taken')
    expect(late).not.toContain('The device gave no position')
    expect(page).toContain('src="data:image/jpeg;base64,c21hbGw=" alt="Outside 1" width="1600" height="1200"')
  })

  it('says below the verdict why it was decided against what was found', () => {
    const againstFinding = { reason: 'wording', explanation: 'Both <b>names</b> are of one shop.' } as const
    const page = pageOf(addressDocument(visit({ verification: address({ againstFinding }) })))
    expect(linesOf(page)).toContain(
      'Decided against what was found: Another word or spelling for the same. Both <b>names</b> are of one shop.',
    )
    expect(page).not.toContain('Strong flag')
    const decisionFlags = ['approved_alone'] as const
    const alone = pageOf(addressDocument(visit({ verification: address({ againstFinding, decisionFlags }) })))
    expect(linesOf(alone)).toContain(
      'Strong flag: Approved against what was found, and no second reviewer confirmed it.',
    )
  })

  it('says where nobody went that nothing was found, and nothing charged', () => {
    const { report: _, ...ordered } = address({ outcome: 'expired', price: 0 })
    const { adminComment: __, ...verification } = ordered
    const page = pageOf(
      addressDocument(visit({ verification, assignment: undefined, photos: [], trail: [] })),
    )
    expect(linesOf(page).slice(2, 4)).toEqual(['– No finding', 'Nobody could conclude it in time.'])
    expect(linesOf(page)).toContain('Charged | Nothing')
    expect(shownIn(page, 'Claimed and found')).toEqual(['Nothing was found out.'])
    expect(shownIn(page, 'Photos')).toEqual(['No photo was taken.'])
    expect(shownIn(page, 'What happened')).toEqual([
      '19 November 2026, 09:05 WAT (08:05 UTC) You ordered it.',
    ])
  })

  it('has a verdict in words for every end, and says of a test that it is one', () => {
    const verdicts = possibleOutcomes('address').map(outcome => {
      const page = pageOf(addressDocument(visit({ verification: address({ outcome, mode: 'test' }) })))
      return linesOf(page).slice(2, 4)
    })
    expect(verdicts).toEqual([
      ...Array.from({ length: 6 }, (_, index) => [
        'Made in test mode. Nothing in it was checked, and nobody was visited or asked.',
        ['✓ Confirmed', '✗ Not confirmed', '✗ Not confirmed', '– No finding', '– No finding', '– Cancelled'][
          index
        ],
      ]),
    ])
  })
})

describe('the report of an employment', () => {
  it('says how the employer was asked, what they said and how it differs', () => {
    const page = pageOf(employmentDocument(employer()))
    expect(linesOf(page).slice(1, 4)).toEqual([
      'Employment verification Report',
      '✗ Not confirmed',
      'The employer knows the applicant, and the details differ.',
    ])
    expect(shownIn(page, 'What was asked')).toEqual([
      'Applicant | Ngozi Adaeze Adeyemi',
      'Phone | 08031234567',
      'Date of birth | 12 April 1990',
      'Gender | female',
      'Identity number | ends in 4821',
      'Employer | Zenith Works Limited',
      'Employer’s email | hr@zenithworks.example',
      'Contact person | Ibrahim Musa',
      'Job title | Senior Accountant',
      'From | 1 February 2019',
      'Until | 30 June 2024',
      'Works there now | no',
      'Consent reference | consent-88',
    ])
    expect(shownIn(page, 'Claimed and found').slice(0, 7)).toEqual([
      'FieldClaimedFoundMatch',
      'Worked there | Ngozi Adaeze Adeyemi | Yes | = agrees',
      'Works there now | no | no | = agrees',
      'Job title | Senior Accountant | Accountant | ≠ differs',
      'From | 1 February 2019 | 1 February 2019 | = agrees',
      'Until | 30 June 2024 | 30 June 2023 | ≠ differs',
      'Contact | Ibrahim Musa | Ibrahim Musa | = agrees',
    ])
    expect(shownIn(page, 'How the employer was asked')).toEqual([
      'The employer said that the applicant worked there.',
      'Said on our page, by a link that was sent to them, 20 November 2026, 13:02 WAT (12:02 UTC).',
      'Attempts to reach the employer',
      'WhenHowResultContact from',
      '19 November 2026, 14:15 WAT (13:15 UTC) | Telephone | no answer | your order',
      '20 November 2026, 12:00 WAT (11:00 UTC) | Email | reached | a register',
    ])
    expect(shownIn(page, 'What happened')).toEqual([
      '19 November 2026, 09:05 WAT (08:05 UTC) You ordered it.',
      '19 November 2026, 14:00 WAT (13:00 UTC) An agent took it on.',
      '20 November 2026, 12:00 WAT (11:00 UTC) A link to our questions was sent to the employer.',
      '20 November 2026, 13:02 WAT (12:02 UTC) The employer answered.',
      '20 November 2026, 15:10 WAT (14:10 UTC) A reviewer decided it, for a second one to confirm.',
      '20 November 2026, 16:42 WAT (15:42 UTC) A reviewer decided.',
    ])
  })

  it('says of an employer who said nothing that they did', () => {
    const verification = employment({ outcome: 'employerUnreachable' })
    const page = pageOf(employmentDocument(employer({ verification, assignment: {}, attempts: [] })))
    expect(shownIn(page, 'How the employer was asked')).toEqual([
      'The employer said nothing.',
      'Attempts to reach the employer',
      'No attempt was noted.',
    ])
    expect(shownIn(page, 'Claimed and found')[1]).toBe(
      'Worked there | Ngozi Adaeze Adeyemi | Nobody could say | ? not known',
    )
  })

  it.each([
    ['verified', 'Yes | = agrees'],
    ['notAnEmployee', 'Never | ≠ differs'],
  ] as const)('of a test that was ended as %s is as if the employer had said so', (outcome, said) => {
    const verification = employment({ outcome, mode: 'test' })
    const page = pageOf(employmentDocument(employer({ verification, assignment: undefined })))
    expect(shownIn(page, 'Claimed and found')[1]).toBe(`Worked there | Ngozi Adaeze Adeyemi | ${said}`)
  })
})

describe('the report of a look-up', () => {
  it('says what agreed by name, and no value', () => {
    expect(linesOf(pageOf(identityDocument(lookup())))).toEqual([
      'Verification service',
      'Identity check Report',
      '✗ Not confirmed',
      'Some of what you supplied agrees with what the registry holds, and some does not.',
      'Verification | 445566780022',
      'Status | id_mismatch',
      'Ordered | 20 November 2026, 10:00 WAT (09:00 UTC)',
      'Ended | 20 November 2026, 10:00 WAT (09:00 UTC)',
      'Charged | NGN 150',
      'What was asked',
      'Document | National Identification Number (NIN)',
      'Country | Nigeria',
      'Identity number | ends in 0001',
      'What was compared',
      'The fields that you supplied, against what the registry holds. What it holds stands in no report.',
      'FieldResultHow',
      'First name | = agrees | the same but for capital letters',
      'Last name | = agrees | the same',
      'Date of birth | ≠ does not agree | different',
      'What happened',
      '20 November 2026, 10:00 WAT (09:00 UTC) You asked the registry.',
      '20 November 2026, 10:00 WAT (09:00 UTC) The check was concluded.',
      ...receiptLines,
      'This report was made on 22 November 2026, 10:41 WAT (09:41 UTC), from what is kept of the verification. Times are West Africa Time (WAT, UTC+1), with UTC beside them. The people who did the work are named by what they do, and not by name.',
    ])
  })

  it('says what the question rested on', () => {
    const consent = {
      noticeVersion: 'terms-7',
      purpose: 'Opening an account',
      language: 'en',
      givenAt: '2026-11-01T09:00:00.000Z',
      method: 'app' as const,
    } as const
    expect(shownIn(pageOf(identityDocument(lookup({ consent }))), 'What was asked')).toContain(
      'Consent | “Opening an account”, notice terms-7 in en, given in an app on 1 November 2026, 10:00 WAT (09:00 UTC)',
    )
  })

  it('says of one that failed why', () => {
    const { verdict: _, ...failed } = lookup({ failure: 'identity_not_found', price: 0 })
    expect(linesOf(pageOf(identityDocument(failed))).slice(2, 6)).toEqual([
      '– No finding',
      'The registry has nobody under this number.',
      'Verification | 445566780022',
      'Status | identity_not_found',
    ])
  })
})

describe('the page', () => {
  const around = {
    style: 'p{color:red}',
    origin: 'https://api.example.com',
    madeAt: '2026-11-22T09:41:00.000Z',
    receipt: 'aaa.bbb.ccc',
    operator,
    customer: undefined,
  }

  it('allows itself its own style and pictures in it, and nothing else', () => {
    const { headers, content } = renderReportPage(addressDocument(visit()), around)
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(content)!
    expect(style).toBe(
      'p{color:red}@page{@bottom-left{content:"Address verification 445566778899"}@bottom-right{content:"Page " counter(page) " of " counter(pages)}}',
    )
    const digest = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(headers['content-disposition']).toBe('inline; filename="verification-445566778899.html"')
    expect(headers['cache-control']).toBe('no-store')
    expect(content).not.toMatch(/<script|\son\w+=|\sstyle=|(src|href)="(?!data:)/)
  })

  it('has a code that opens the guide to checking it', () => {
    const [, size = '', dark = ''] = /class="code">\n<svg viewBox="0 0 (\d+) [\s\S]*?d="([^"]*)"/.exec(
      pageOf(identityDocument(lookup())),
    )!
    const modules = new Set([...dark.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`))
    const scale = 4
    const width = Number(size) * scale
    const data = Uint8Array.from({ length: width * width * 3 }, (_, index) => {
      const [x, y] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)]
      return modules.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`) ? 0 : 255
    })
    expect(decodeQR({ width, height: width, data })).toBe(
      'https://api.example.com/v1/docs/receipts#check-a-receipt',
    )
  })

  it('names who issues it and who ordered it', () => {
    const page = pageOf(identityDocument(lookup()), { operator, customer: 'Acme <Credit>' })
    expect(linesOf(page).slice(0, 6)).toEqual([
      'Sure & Sound Checks Limited',
      'Registration number RC 7654321 · 9 Broad Street, Lagos Island, Lagos, Nigeria · +234 1 765 4321',
      'Identity check Report',
      '✗ Not confirmed',
      'Some of what you supplied agrees with what the registry holds, and some does not.',
      'Ordered by | Acme <Credit>',
    ])
    expect(page).toContain('<img class="logo" src="data:image/png;base64,aWNvbg==" alt="">')
    const { logo: _, ...plain } = operator
    expect(pageOf(identityDocument(lookup()), { operator: { ...plain, logo: null } })).not.toContain('<img')
  })

  it('shows the receipt to the letter, and how to check it', () => {
    expect(shownIn(pageOf(identityDocument(lookup())), 'Receipt')).toEqual(receiptLines.slice(1))
  })
})
