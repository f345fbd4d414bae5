import { assignmentIdText } from '../assignment/reference.ts'
import { documentText } from '../evidence/reference.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { contactRoutes } from './contact/routes.ts'
import {
  ContactAttempt,
  ContactAttempts,
  EmployerCase,
  RecordContactAttempt,
  SendLink,
  SentLink,
  SentLinks,
} from './contract.ts'

const at = '2026-11-21T09:00:00.000Z'
const channelText = ['How it was tried.', 'phone'] as const
const outcomeText = ['What came of it. Only `reached` is a success.', 'noAnswer'] as const
const workerText = 'agent-1'
const purposeText = [
  'What the link is for: `attest` asks the employer, `documents` asks the applicant.',
  'attest',
] as const
const linkChannelText = ['How the link is sent.', 'email'] as const

export const employerSchemaTexts: readonly SchemaText[] = [
  describeSchema(RecordContactAttempt, 'An attempt to reach the employer.', {
    channel: channelText,
    outcome: outcomeText,
    at: ['When it was made, within the last 24 hours. Now unless given.', at],
    contactFrom: [
      'Where the contact was found. `order` unless given; needed with `contact`.',
      'publicListing',
    ],
    contact: ['The number or address, if it is not the order’s.', '+2348035550177'],
    comment: ['What else is worth noting.', 'Asked to call again in the afternoon.'],
  }),
  describeSchema(ContactAttempt, 'A recorded attempt to reach the employer.', {
    id: ['The id of the attempt.', 890123456789020],
    channel: channelText,
    outcome: outcomeText,
    at: ['When it was made.', at],
    recordedAt: ['When it was recorded.', at],
    by: ['The agent who made it, or `employer` for an answer on the page.', workerText],
    contactFrom: ['Where the contact was found.', 'order'],
    contact: ['The number or address.', '+2348035550177', 'Null for the contact of the order.'],
    comment: ['What the agent noted.', 'Asked to call again in the afternoon.', 'Null if nothing.'],
  }),
  describeSchema(ContactAttempts, 'The attempts to reach the employer.', {
    data: ['All attempts, oldest first.'],
    failedApart: ['How many failed at least two hours apart.', 2],
    mayBeUnreachable: ['Whether a report may say that nobody could be reached.', false],
    lacks: [
      'What is missing before it may: attempts, the applicant’s documents, or time for them.',
      'attempts',
      'Null if nothing is missing.',
    ],
  }),
  describeSchema(SendLink, 'A link to send.', {
    purpose: purposeText,
    channel: linkChannelText,
    to: [
      'The address or number of the employer, if it is not the order’s. The reviewer sees it. Only with `attest`.',
      'hr@example.com',
    ],
    toFrom: ['Where `to` was found. Needed with it.', 'publicListing'],
  }),
  describeSchema(SentLink, 'A link that was sent. Nobody who works here sees its URL.', {
    purpose: purposeText,
    number: ['The number of the link of this purpose. 1 is the first.', 1],
    channel: linkChannelText,
    to: ['The address or number.', 'hr@example.com', 'Null for the contact of the order.'],
    state: ['What has happened with the link.', 'opened'],
    message: [
      'What has happened with the message. `unsent`: the stage sends none of this kind. `uncertain`: the result is unknown.',
      'sent',
      'Null before the first try.',
    ],
    by: ['Who sent it: a client or person by id, or `service`.', workerText],
    sentAt: ['When it was made.', at],
    endsAt: ['When it ends.', '2026-11-28T09:00:00.000Z'],
    openedAt: ['When it was first opened.', at, 'Null until then.'],
    answeredAt: ['When it was answered.', at, 'Null until then.'],
    said: [
      'What the applicant said when they were asked for documents.',
      {
        has: ['Whether they have documents.', 'some'],
        which: ['What they have, in their words.', 'A contract and two payslips'],
        contactName: ['Somebody else who can be asked.', 'Bola Ade'],
        contactPhone: ['Their telephone number.', '08035550177'],
        contactEmail: ['Their email address.', 'bola.ade@example.com'],
        comment: ['What else they said.', 'The company has moved.'],
      },
      'Null for a link to an employer, and until the applicant answers.',
    ],
  }),
  describeSchema(SentLinks, 'The links that were sent.', { data: ['All links, oldest first.'] }),
  describeSchema(EmployerCase, 'What a reviewer learns of the employer and of how they were asked.', {
    claim: ['What the employer said first.', 'worksHere', 'Null if they said nothing.'],
    source: ['How they said it: on the page, or to the agent.', 'page', 'Null if they said nothing.'],
    answeredAt: ['When they answered.', at, 'Null if they said nothing.'],
    linkSentTo: [
      'Where the link was sent that they answered.',
      'hr@example.com',
      'Null unless they answered on the page.',
    ],
    facts: [
      'Facts about the answer. None is a score, and none decides anything.',
      {
        code: ['The fact, for programs.', 'linkSentAsOrdered'],
        text: ['The fact in words.', 'The link went to the address in the order.'],
      },
    ],
    documents: documentText,
  }),
]

const parameters = { id: assignmentIdText } as const
const read = { costs: free, events: [], parameters } as const

export const employerOperationTexts = describeRoutes(contactRoutes, {
  recordContactAttempt: {
    ...read,
    does: 'Records an attempt to reach the employer. After three failed attempts, two hours apart, the service asks the applicant for documents by link.',
    returns: '201 with the attempt.',
    details:
      '`at` is within the last 24 hours. A contact that is not the order’s needs `contactFrom`: where it was found.',
  },
  listContactAttempts: {
    ...read,
    does: 'Lists the attempts to reach the employer, and says what is missing before the employer counts as unreachable.',
    returns: 'All of them at once, without pages.',
  },
  sendLink: {
    ...read,
    does: 'Sends a link by email or text message: to the employer, for an answer on a page, or to the applicant, for documents if nobody at the employer is reached.',
    returns:
      '201 with the link and the state of its message. A newer link of the same purpose ends the one before.',
  },
  listLinks: {
    ...read,
    does: 'Lists the links that were sent, with the states of their messages and what the applicant said.',
    returns: 'All of them at once, without pages.',
  },
})
