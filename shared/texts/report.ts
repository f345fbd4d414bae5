const consentMethods = {
  form: 'given on a form',
  app: 'given in an app',
  message: 'given in a message',
  paper: 'given on paper',
  spoken: 'given by word of mouth',
}

interface ConsentTexts {
  readonly purpose: string
  readonly noticeVersion: string
  readonly language: string
  readonly givenAt: string
  readonly method: keyof typeof consentMethods
}

/** All texts of a report but the names of what is compared. */
export const reportTexts = {
  language: 'en',
  service: 'Verification service',
  titles: {
    address: 'Address verification',
    'address-pro': 'Address verification Pro',
    'business-address': 'Business address verification',
    employment: 'Employment verification',
    identity: 'Identity check',
  },
  report: 'Report',
  testMode: 'Made in test mode. Nothing in it was checked, and nobody was visited or asked.',
  matches: {
    EXACT_MATCH: 'Everything that you supplied agrees with what the registry holds.',
    TRANSPOSED_MATCH:
      'Everything that you supplied agrees with what the registry holds; first and last name were swapped.',
    PARTIAL_MATCH: 'Some of what you supplied agrees with what the registry holds, and some does not.',
    NO_MATCH: 'The registry holds this number for somebody with other names.',
  },
  failures: {
    identity_not_found: 'The registry has nobody under this number.',
    record_unreadable: 'The registry has something under this number that nobody can read.',
    registry_unavailable: 'The registry did not answer in time. That says nothing about the person.',
  },
  registered: (number: string) => `Registration number ${number}`,
  facts: {
    customer: 'Ordered by',
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
    raisedBy: { customer: 'you', applicant: 'the applicant', operator: 'us' },
    raised: (by: string, at: string, end: string) => `By ${by}, ${at}: ${end}`,
    ends: {
      open: 'somebody is looking at it',
      upheld: 'the decision was upheld',
      revised: 'it was decided otherwise',
    },
  },
  disputed: {
    open: (word: string) => `${word}, and disputed`,
    title: 'Disputed',
    raised: (by: string, at: string) => `By ${by}, ${at}.`,
    ends: {
      open: (dueAt: string) =>
        `Somebody who had no part in the decision is looking at it again, until ${dueAt} at the latest. The decision stands until then.`,
      upheld: (at: string) =>
        `Somebody who had no part in the decision looked at it again, and upheld it, ${at}.`,
      revised: (at: string) =>
        `Somebody who had no part in the decision looked at it again, and decided otherwise, ${at}.`,
    },
  },
  remark: 'The reviewer’s remark',
  againstFinding: 'Decided against what was found',
  flags: { strong: 'Strong flag', weak: 'Weak flag' },
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
    somewhereIn: (area: string) => `somewhere in ${area}: the order gave no position`,
    houseNumber: 'House number',
    house: 'The house',
    description: 'How it is described',
    hasGateAndFence: (has: boolean) => (has ? 'gate and fence' : 'no gate and fence'),
    business: 'Business',
    rcNumber: 'Registration number',
    businessType: 'Kind of business',
    employer: 'Employer',
    employerEmail: 'Employer’s email',
    contact: 'Contact person',
    jobTitle: 'Job title',
    from: 'From',
    until: 'Until',
    works: 'Works there now',
    consent: 'Consent reference',
    consented: 'Consent',
    consentGiven: ({ purpose, noticeVersion, language, givenAt, method }: ConsentTexts) =>
      `“${purpose}”, notice ${noticeVersion} in ${language}, ${consentMethods[method]} on ${givenAt}`,
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
  where: {
    title: 'Where',
    stated: 'Stated place',
    report: 'Device at the report',
    columns: {
      position: 'Position',
      way: 'From the stated place',
      area: 'Where',
      accuracy: 'How exact',
      at: 'When',
    },
    precisions: {
      confirmed: () => 'confirmed by the applicant on a map',
      stated: () => 'as the order states it',
      lga_centre: (place: string) => `The order gave no position: the address is somewhere in ${place}.`,
      state_centre: (place: string) => `The order gave no position: the address is somewhere in ${place}.`,
    },
    noAccuracy: 'not stated by the device',
    near: 'The surroundings. Circles are as wide as the device was uncertain of its position.',
    nearLabel: 'Map of the surroundings to scale; the table says the same',
    area: (place: string, attribution: string) => `${place}. ${attribution}`,
    areaLabel: (place: string) => `Map of ${place}, to scale`,
    none: 'No device said where it was.',
  },
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
    somewhere: (accuracy: string) => `Where the device was is known to ± ${accuracy}`,
    noPosition: 'The device gave no position',
    oldPosition: 'The device’s position was too old to say where this was taken',
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
    absent: (hasPosition: boolean) =>
      hasPosition
        ? 'no: that takes a photo of the outside, taken on our page during the visit and near the stated position, and no strong flag'
        : 'no: that takes a position in the order, and a photo taken near it',
  },
  employer: {
    title: 'How the employer was asked',
    said: {
      worksHere: 'The employer said that the applicant works there.',
      workedHere: 'The employer said that the applicant worked there.',
      neverWorkedHere: 'The employer said that the applicant never worked there.',
      mayNotAnswer: 'The employer may not answer.',
    },
    ways: {
      page: 'on our page, by a link that was sent to them',
      phone: 'to our agent, by telephone',
      visit: 'to our agent, at a visit',
    },
    answered: (way: string, at: string) => `Said ${way}, ${at}.`,
    silent: 'The employer said nothing.',
    attempts: 'Attempts to reach the employer',
    none: 'No attempt was noted.',
    columns: { at: 'When', channel: 'How', outcome: 'Result', from: 'Contact from' },
    channels: { phone: 'Telephone', email: 'Email', sms: 'Text message', visit: 'Visit', letter: 'Letter' },
    outcomes: {
      reached: 'reached',
      noAnswer: 'no answer',
      refused: 'refused to say',
      wrongNumber: 'wrong number',
      bounced: 'came back',
      closed: 'closed',
    },
    sources: {
      order: 'your order',
      publicListing: 'a public listing',
      register: 'a register',
      employer: 'the employer',
      applicant: 'the applicant',
    },
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
    },
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
    },
    documents: {
      nin: 'National Identification Number (NIN)',
      'nin-premium': 'National Identification Number (NIN), premium',
      'driver-license': 'Driver’s licence',
      'alien-card': 'Alien card',
      passport: 'Passport',
    },
    countries: { ng: 'Nigeria', ke: 'Kenya' },
  },
  timeline: {
    title: 'What happened',
    ordered: 'You ordered it.',
    lookedUp: 'You asked the registry.',
    concluded: 'The check was concluded.',
    /** Other entries of the trail are our own housekeeping. */
    steps: {
      claimed: 'An agent took it on.',
      reported: 'The agent reported.',
      returned: 'A reviewer gave the report back to the agent.',
      staged: 'A reviewer decided it, for a second one to confirm.',
      decided: 'A reviewer decided.',
      cancelled: 'You cancelled it.',
      consentRefused: 'The applicant does not agree, which ended it.',
      consentWithdrawn: 'The applicant took back their consent, which ended it.',
      expired: 'Its time was over, and it ended.',
      upheld: 'Another reviewer looked at it, and upheld the decision.',
      revised: 'Another reviewer looked at it, and decided otherwise.',
      delayed: 'It was late from then on.',
    },
    employerReported: 'The employer answered.',
    disputed: {
      customer: 'You objected to the decision.',
      applicant: 'The applicant objected to the decision.',
      operator: 'A second visit contradicted the decision, and we had it reviewed again.',
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
    },
  },
  receipt: {
    title: 'Receipt',
    what: 'This text is the receipt of this verification, signed by us. It names how it ended, when, and the digest of each photo, and no person.',
    how: 'How to check it',
    code: 'Square code of the address below',
    guide: 'Our guide says more, and needs no account:',
    check: 'Whether this report is valid, disputed or superseded, without an account:',
    steps: (origin: string): readonly string[] => [
      'Copy the text into a file, without spaces and line breaks: it is a compact JWS (RFC 7515), signed with Ed25519.',
      `Fetch our public keys from ${origin}/v1/jwks.json. Those of former years are among them.`,
      `Check it with ${origin}/v1/docs/verify.mjs, or with any library that knows JWS. Nobody has to ask us, now or in years.`,
    ],
  },
  /** On the page that a report's code leads to. */
  check: {
    valid: { title: 'This report is valid', text: 'We issued it, and what it says stands.' },
    disputed: {
      title: 'This report is disputed',
      text: 'We issued it. Somebody objected to the decision, and somebody who had no part in it is looking at it again. The decision stands until then.',
    },
    superseded: (revision: number, at: string) => ({
      title: `This report is superseded by revision ${revision}`,
      text: `We issued it. It was decided again on ${at}: ask whoever gave you the report for the newer one.`,
    }),
    unknown: {
      title: 'We know no such report',
      text: [
        'Some of the address may be missing: open it by the square code on the report, or copy all of it.',
        'If it is complete, the record is no longer kept, or we did not issue this report. Its receipt can be checked without us.',
      ],
    },
    compare: 'The report that you hold has to say the same:',
    kind: 'Report',
    result: 'Result',
  },
  about: {
    made: (at: string) => `This report was made on ${at}, from what is kept of the verification.`,
    times: {
      ng: 'Times are West Africa Time (WAT, UTC+1), with UTC beside them.',
      ke: 'Times are East Africa Time (EAT, UTC+3), with UTC beside them.',
    },
    people: 'The people who did the work are named by what they do, and not by name.',
  },
  page: { of: 'of', page: 'Page' },
} as const

export type ReportKind = keyof typeof reportTexts.titles
