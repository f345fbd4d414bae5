import type { Consent } from '../../consent/contract.ts'
import type { EmploymentConfirmation } from '../../assignment/attestation-contract.ts'
import type { Provenance } from '../../assignment/assignment.ts'
import type { FieldMatch } from '../../work/comparison.ts'
import type { StoredContactAttempt } from '../../employer/contact/attempt-store.ts'
import type { LinkPurpose } from '../../link/link.ts'
import type { LateFailure, MatchKind } from '../../identity/contract/check.ts'
import type { MatchedField, MatchStatus } from '../../identity/matching/matching.ts'
import type { IdentityProduct, IdentityProductEntry } from '../../identity/products.ts'
import type { TrailEventType } from '../../trail/entry.ts'
import type { Product } from '../../verification/contract/product.ts'
import { confirmed, noFinding, notConfirmed, type ResultText } from '../../verification/contract/outcome.ts'

/** How somebody consented. */
const consentWays: Readonly<Record<Consent['method'], string>> = {
  form: 'given on a form',
  app: 'given in an app',
  message: 'given in a message',
  paper: 'given on paper',
  spoken: 'given by word of mouth',
}

/** What the report is of. */
export type ReportKind = Product | 'identity'

/** Every word of a report but the names of what is compared. Another language is another file like this. */
export const reportTexts = {
  language: 'en',
  service: 'Verification service',
  titles: {
    address: 'Address verification',
    'address-pro': 'Address verification Pro',
    'business-address': 'Business address verification',
    employment: 'Employment verification',
    identity: 'Identity check',
  } satisfies Record<ReportKind, string>,
  report: 'Report',
  testMode: 'Made in test mode. Nothing in it was checked, and nobody was visited or asked.',
  matches: {
    EXACT_MATCH: confirmed('Everything that you supplied agrees with what the registry holds.'),
    TRANSPOSED_MATCH: confirmed(
      'Everything that you supplied agrees with what the registry holds; first and last name were swapped.',
    ),
    PARTIAL_MATCH: notConfirmed(
      'Some of what you supplied agrees with what the registry holds, and some does not.',
    ),
    NO_MATCH: notConfirmed('The registry holds this number for somebody with other names.'),
  } satisfies Record<MatchStatus, ResultText>,
  failures: {
    identity_not_found: noFinding('The registry has nobody under this number.'),
    record_unreadable: noFinding('The registry has something under this number that nobody can read.'),
    registry_unavailable: noFinding(
      'The registry did not answer in time. That says nothing about the person.',
    ),
  } satisfies Record<LateFailure, ResultText>,
  facts: {
    id: 'Verification',
    reference: 'Your reference',
    status: 'Status',
    ordered: 'Ordered',
    ended: 'Ended',
    charged: 'Charged',
  },
  nothingCharged: 'Nothing',
  revisions: {
    revision: 'Revision',
    earlier: (number: number) => `Revision ${number}`,
    decided: (status: string, at: string) => `${status}, ${at}`,
    dispute: 'Dispute',
    raisedBy: { customer: 'you', applicant: 'the applicant' },
    raised: (by: string, at: string, end: string) => `By ${by}, ${at}: ${end}`,
    ends: {
      open: 'somebody is looking at it',
      upheld: 'the decision was upheld',
      revised: 'it was decided otherwise',
    },
  },
  remark: 'The reviewer’s remark',
  asked: {
    title: 'What was asked',
    applicant: 'Applicant',
    phone: 'Phone',
    dob: 'Date of birth',
    gender: 'Gender',
    email: 'Email',
    idNumber: 'Identity number',
    address: 'Address',
    position: 'Stated position',
    confirmedPosition: 'Position confirmed on a map',
    houseNumber: 'House number',
    house: 'The house',
    description: 'How it is described',
    hasGateAndFence: (has: boolean) => (has ? 'gate and fence' : 'no gate and fence'),
    business: 'Business',
    rcNumber: 'Registration number',
    businessType: 'Kind of business',
    employer: 'Employer',
    employerPhone: 'Employer’s phone',
    employerEmail: 'Employer’s email',
    contact: 'Contact person',
    jobTitle: 'Job title',
    from: 'From',
    until: 'Until',
    works: 'Works there now',
    consent: 'Consent reference',
    consented: 'Consent',
    consentGiven: ({ purpose, noticeVersion, language, givenAt, method }: Consent) =>
      `“${purpose}”, notice ${noticeVersion} in ${language}, ${consentWays[method]} on ${givenAt}`,
    check: 'Document',
    country: 'Country',
  },
  yesOrNo: (is: boolean) => (is ? 'yes' : 'no'),
  endsIn: (last: string) => `ends in ${last}`,
  compared: {
    title: 'Claimed and found',
    field: 'Field',
    claimed: 'Claimed',
    found: 'Found',
    match: 'Match',
    besides: 'Found besides',
    nothing: 'Nothing was found out.',
  },
  marks: {
    same: { sign: '=', word: 'agrees' },
    differs: { sign: '≠', word: 'differs' },
    unknown: { sign: '?', word: 'not known' },
  } satisfies Record<FieldMatch, { readonly sign: string; readonly word: string }>,
  photos: {
    title: 'Photos',
    none: 'No photo was taken.',
    distances:
      'Distances are from the position that you stated to where the agent’s device measured itself when the photo was taken.',
    noDistances:
      'Your order stated no position of its own, so that no distance from the address can be given.',
    honesty: 'A position is what the device said of itself; it is no proof by itself.',
    taken: (at: string) => `Taken ${at}`,
    away: (distance: string, accuracy: string) => `${distance} from the stated position, ± ${accuracy}`,
    noPosition: 'The device gave no position',
    fromFile: 'From a file of the device, not from the camera of our page',
    gone: 'This photo is no longer kept.',
    tooLarge: 'This photo has no room in the report. The record has its link.',
    small: (names: string) =>
      `Small copies, as the report holds no more: ${names}. The record links to the whole photos.`,
    supplied: 'Photos that came with the order',
    suppliedWhat: 'The applicant supplied them. Nothing says when or where they were taken.',
    smallSupplied: (names: string) => `Small copies, as the report holds no more: ${names}.`,
    nearest: 'Nearest to the stated position',
    presence: 'Presence shown by a photo',
  },
  employer: {
    title: 'How the employer was asked',
    said: {
      worksHere: 'The employer said that the applicant works there.',
      workedHere: 'The employer said that the applicant worked there.',
      neverWorkedHere: 'The employer said that the applicant never worked there.',
      mayNotAnswer: 'The employer may not answer.',
    } satisfies Record<EmploymentConfirmation, string>,
    ways: {
      page: 'on our page, by a link that was sent to them',
      phone: 'to our agent, by telephone',
      visit: 'to our agent, at a visit',
    } satisfies Record<Provenance['source'], string>,
    answered: (way: string, at: string) => `Said ${way}, ${at}.`,
    silent: 'The employer said nothing.',
    attempts: 'Attempts to reach the employer',
    none: 'No attempt was noted.',
    columns: { at: 'When', channel: 'How', outcome: 'What came of it', from: 'Contact from' },
    channels: {
      phone: 'Telephone',
      email: 'Email',
      sms: 'Text message',
      visit: 'Visit',
      letter: 'Letter',
    } satisfies Record<StoredContactAttempt['channel'], string>,
    outcomes: {
      reached: 'reached',
      noAnswer: 'no answer',
      refused: 'refused to say',
      wrongNumber: 'wrong number',
      bounced: 'came back',
      closed: 'closed',
    } satisfies Record<StoredContactAttempt['outcome'], string>,
    sources: {
      order: 'your order',
      publicListing: 'a public listing',
      register: 'a register',
      employer: 'the employer',
      applicant: 'the applicant',
    } satisfies Record<StoredContactAttempt['contactFrom'], string>,
  },
  identity: {
    title: 'What was compared',
    why: 'The fields that you supplied, against what the registry holds. What it holds stands in no report.',
    columns: { field: 'Field', result: 'Result', how: 'How' },
    agrees: 'agrees',
    differs: 'does not agree',
    fields: {
      firstname: 'First name',
      lastname: 'Last name',
      middlename: 'Middle name',
      dob: 'Date of birth',
      phone: 'Phone',
      email: 'Email',
      gender: 'Gender',
    } satisfies Record<MatchedField, string>,
    how: {
      exact: 'the same',
      case: 'the same but for capital letters',
      diacritics: 'the same but for accents and marks',
      punctuation: 'the same but for hyphens and the like',
      'compound-order': 'the same words in another order',
      'extra-middle-name': 'the same with a further name',
      swapped: 'found in the place of the other name',
      initial: 'the initial is the same',
      missing: 'the registry has nothing that can be read',
      different: 'different',
    } satisfies Record<MatchKind, string>,
    documents: {
      nin: 'National Identification Number (NIN)',
      'nin-premium': 'National Identification Number (NIN), premium',
      'driver-license': 'Driver’s licence',
      'alien-card': 'Alien card',
      passport: 'Passport',
    } satisfies Record<IdentityProduct, string>,
    countries: { ng: 'Nigeria', ke: 'Kenya' } satisfies Record<
      IdentityProductEntry['country']['code'],
      string
    >,
  },
  timeline: {
    title: 'What happened',
    ordered: 'You ordered it.',
    lookedUp: 'You asked the registry.',
    concluded: 'The check was concluded.',
    /** What of the trail is told; the rest is our own housekeeping. */
    steps: {
      claimed: 'An agent took it on.',
      reported: 'The agent reported.',
      returned: 'A reviewer gave the report back to the agent.',
      staged: 'A reviewer rejected it, for a second person to confirm.',
      decided: 'A reviewer decided.',
      cancelled: 'You cancelled it.',
      consentWithdrawn: 'The applicant took back their consent, which ended it.',
      expired: 'Its time was over, and it ended.',
      upheld: 'Another reviewer looked at it, and upheld the decision.',
      revised: 'Another reviewer looked at it, and decided otherwise.',
      delayed: 'It was late from then on.',
    } as Partial<Record<TrailEventType, string>>,
    employerReported: 'The employer answered.',
    disputed: {
      customer: 'You objected to the decision.',
      applicant: 'The applicant objected to the decision.',
    },
    recorded: (count: number) => `The agent recorded ${count} photo${count === 1 ? '' : 's'}.`,
    links: {
      attest: { linkSent: 'A link to our questions was sent to the employer.' },
      applicant: {
        linkSent: 'A link that says what is checked was sent to the applicant.',
        linkAnswered: 'The applicant answered.',
      },
      documents: {
        linkSent: 'The applicant was asked for documents.',
        linkAnswered: 'The applicant answered about documents.',
      },
      objection: { linkSent: 'The applicant was told what came of their objection.' },
    } as Record<LinkPurpose, Partial<Record<TrailEventType, string>>>,
  },
  receipt: {
    title: 'Receipt',
    what: 'This text is the receipt of this verification, signed by us. It names how it ended, when, and the digest of each photo, and no person.',
    how: 'How to check it',
    steps: (origin: string): readonly string[] => [
      'Copy the text into a file, without spaces and line breaks: it is a compact JWS (RFC 7515), signed with Ed25519.',
      `Fetch our public keys from ${origin}/v1/jwks.json. Those of former years are among them.`,
      `Check it with ${origin}/v1/docs/verify.mjs, or with any library that knows JWS. Nobody has to ask us, now or in years.`,
    ],
  },
  about: {
    made: (at: string) => `This report was made on ${at}, from what is kept of the verification.`,
    times: 'All times are UTC.',
    people: 'The people who did the work are named by what they do, and not by name.',
  },
  page: { of: 'of', page: 'Page' },
} as const
