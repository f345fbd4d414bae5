/** Where a measure is proved: a test's file, and how its title begins. */
interface Proof {
  readonly file: string
  readonly title: string
}

/** Something that the service does for the people in its records, and which law asks for it. */
export interface Measure {
  readonly what: string
  /** Sections of Nigeria's Data Protection Act, 2023. */
  readonly nigeria: string
  /** Sections of Kenya's Data Protection Act, No. 24 of 2019. */
  readonly kenya: string
  readonly proof: Proof
}

const proof = (file: string, title: string): Proof => ({ file: `test/${file}.test.ts`, title })

/** What the code does and a test shows; what people have to do stands in the guide. */
export const measures: readonly Measure[] = [
  {
    what: 'Records, photos and secrets are encrypted with a key of the stage’s own, which rotates every year.',
    nigeria: '39',
    kenya: '41',
    proof: proof('infra/data', 'is encrypted with a key of our own that rotates'),
  },
  {
    what: 'What holds something of a person is sealed in the table, its stream and its backups: who reads them without the stage’s secret reads ids, times and words of ours.',
    nigeria: '39',
    kenya: '41',
    proof: proof(
      'journeys/subject-data',
      'the table, an export of it and a backup show nothing of the person',
    ),
  },
  {
    what: 'A sealed value opens in its own place alone, and not once a bit of it was turned.',
    nigeria: '39',
    kenya: '41',
    proof: proof('shared/table/encrypt-write', 'does not open with one bit turned'),
  },
  {
    what: 'Queues are encrypted, keep a message for 14 days at most, and refuse plain HTTP.',
    nigeria: '39',
    kenya: '41',
    proof: proof('infra/queues', 'are encrypted, keep what they have for 14 days and refuse plain HTTP'),
  },
  {
    what: 'No photo is public, none leaves over plain HTTP, and none outlives its record.',
    nigeria: '24',
    kenya: '25, 39',
    proof: proof('infra/data', 'shows no photo to the public'),
  },
  {
    what: 'Logs, metrics, queues, workflows and errors carry ids, and no value of a person.',
    nigeria: '24',
    kenya: '25',
    proof: proof('journeys/canaries', 'stands in no log line and no metric'),
  },
  {
    what: 'What a registry says of a person is answered and not stored.',
    nigeria: '24',
    kenya: '25',
    proof: proof('journeys/identity-privacy', 'stands in no item of the table'),
  },
  {
    what: 'An id number is kept as a keyed digest and its last four characters.',
    nigeria: '39',
    kenya: '41',
    proof: proof('journeys/privacy', 'keeps of an id number a digest and the last four'),
  },
  {
    what: 'Everything has an end by which it is deleted, and readers are refused it from then on.',
    nigeria: '24',
    kenya: '39',
    proof: proof('infra/data', 'expires by the attribute that retention writes'),
  },
  {
    what: 'One customer sees nothing of another’s, and nothing of the other mode.',
    nigeria: '39',
    kenya: '41',
    proof: proof('journeys/tenancy', 'knows nothing of another organisation’s'),
  },
  {
    what: 'Each function may do what it does and no more; what nobody used is named after every test run.',
    nigeria: '39',
    kenya: '41',
    proof: proof('grants/report', 'names what nobody used'),
  },
  {
    what: 'What was said, done, read and opened stands in a chained trail.',
    nigeria: '24',
    kenya: '41',
    proof: proof('journeys/trail', 'tells who did what, each step of it, and that it was read'),
  },
  {
    what: 'Nobody rewrites or removes what a trail says unseen, the operator included: its entries are logged in a locked bucket.',
    nigeria: '24',
    kenya: '41',
    proof: proof('shared/trust/trail-log/log', 'where a whole trail was written anew, with digests that fit'),
  },
  {
    what: 'The consent that an order rests on is recorded, and an order without it is refused where the stage says so.',
    nigeria: '26',
    kenya: '32',
    proof: proof('journeys/applicant-link', 'is required where the stage’s policy says so'),
  },
  {
    what: 'Applicants with a link, and customers, object to a decision; somebody who had no part in it looks at it again, and what was decided before stays readable.',
    nigeria: '34, 37',
    kenya: '35, 40',
    proof: proof('journeys/dispute', 'is taken once, however often it is sent'),
  },
  {
    what: 'Applicants with a link take consent back as easily as they gave it, and the verification ends.',
    nigeria: '35',
    kenya: '32',
    proof: proof('journeys/applicant-link', 'that was given on the page is taken back there'),
  },
  {
    what: 'Everything that is kept of a person is handed out in one archive, with an index and in plain words.',
    nigeria: '34, 38',
    kenya: '26, 38',
    proof: proof('journeys/subject-data', 'has every value that is kept, of every kind of item'),
  },
  {
    what: 'A person’s data is erased by one command, in all places, at once; it says what backups hold, and until when.',
    nigeria: '34',
    kenya: '40',
    proof: proof('journeys/subject-data', 'leaves nothing, wherever one looks'),
  },
  {
    what: 'Every end has a receipt that proves it years later, and names nobody.',
    nigeria: '24',
    kenya: '41',
    proof: proof('journeys/receipts', 'is claimed by ids, words, times and digests, and by nothing else'),
  },
  {
    what: 'Erasing leaves the trail’s chain whole.',
    nigeria: '24',
    kenya: '41',
    proof: proof('journeys/erasure', 'leaves the trail without its facts, and the chain holds'),
  },
  {
    what: 'The table can be brought back to any second of the last 35 days.',
    nigeria: '39',
    kenya: '41',
    proof: proof('infra/data', 'can be restored to any second'),
  },
  {
    what: 'People sign in at the operator’s issuer, and their sessions are out of reach of scripts.',
    nigeria: '39',
    kenya: '41',
    proof: proof('journeys/sign-in', 'comes back to a page that begins the way to ours'),
  },
]
