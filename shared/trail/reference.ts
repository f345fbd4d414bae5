import { describeSchema, type SchemaText } from '../http/describe.ts'
import { EntryEvent, TrailBreak, TrailEntry, TrailPart, trailEventTypes } from './contract.ts'

const digest = '2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b'

export const trailSchemaTexts: readonly SchemaText[] = [
  describeSchema(EntryEvent, 'One thing that happened.', {
    what: [`What happened, one of: ${trailEventTypes.join(', ')}.`, 'claimed'],
    by: [
      'Who did it: the id of a client or person, or one of: applicant, employer, operator, service, simulated-agent.',
      'agent-1',
    ],
    facts: [
      'What else is known of it: ids, slots, digests and measurements. Absent once they are erased.',
      { slot: 'exteriorPhotos.photo1', distanceMetres: 12.5 },
    ],
    salt: [
      'Random text that is part of the digest, so that nobody can guess erased facts. Absent once they are erased.',
      '00112233445566778899aabbccddeeff',
    ],
    factsDigest: [
      'SHA-256 of the facts and their salt, in lower-case hexadecimal.',
      'edc8e205c0ef55a0ad615a00859dd7d62273747dd1f238c0ed4ee0b39cd8b671',
    ],
  }),
  describeSchema(TrailEntry, 'What happened in one transaction.', {
    n: ['The number of the entry. 1 is the first.', 2],
    at: [
      'When it was written (ISO 8601), by the clock of the function that wrote it.',
      '2026-11-21T09:40:00.000Z',
    ],
    events: ['What happened.'],
    previous: [
      'The digest of the entry before; of the first entry, the digest of the verification’s ids.',
      '53850887c83f8ea39f6a9ac4795f7354402bb08bca2bf51c4cc5b3b735160b2a',
    ],
    digest: ['SHA-256 of the entry, in lower-case hexadecimal.', digest],
  }),
  describeSchema(TrailBreak, 'The first entry that is not valid.', {
    place: ['The number of the entry; one more than the last if the end is missing.', 2],
    kind: ['What is wrong with it. The guide “Trails” explains each.', 'altered'],
    reason: ['What is wrong, for people.', 'Entry 2 does not match its digest.'],
  }),
  describeSchema(TrailPart, 'A page of the trail of a verification.', {
    organisationId: ['The id of the customer’s organisation.', 12],
    mode: ['The mode of the verification.', 'live'],
    verificationId: ['The id of the verification.', 890123456789012],
    broken: ['What is wrong with the entries of this page.', 'Null if all are valid.'],
    entries: ['The entries, oldest first.'],
    nextCursor: ['What to send as `cursor` for the next page.', '1000', 'Null on the last page.'],
  }),
]
