import { attemptFields, eventIdText } from '../event/reference.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { inclusionText, revisionText } from '../trust/reference.ts'
import { idText, statusText } from '../verification/reference.ts'
import { placeFields } from '../work/reference.ts'
import { CaseFile } from './contract.ts'
import { caseDocumentRoutes } from './document-routes.ts'
import { caseRoutes } from './routes.ts'

const at = '2026-11-21T09:31:00.000Z'
const caseIdText = [
  'The id of the case, as the search shows it: the organisation and the verification.',
  '12-890123456789012',
] as const
const forReviewers = 'Null for an operator.'
const positionForReviewers = 'Null if the order gave none, and for an operator.'
const { street, landmark, city, lgaName, stateName, latitude, longitude, precision } = placeFields
const { endpointId, attempt, at: sentAt, outcome, status, failure, nextAttemptAt } = attemptFields

export const caseSchemaTexts: readonly SchemaText[] = [
  describeSchema(
    CaseFile,
    'The file of a case: what was ordered, what happened with it, and what went out. A decision that waits for a second reviewer is not in it.',
    {
      id: caseIdText,
      organisationId: ['The id of the customer’s organisation.', 12],
      organisationName: ['The name of the customer’s organisation.', 'Acme Bank', 'Null if it has none.'],
      verificationId: idText,
      product: ['What the customer ordered.', 'address'],
      isMasked: [
        'Whether names, references and phone numbers are masked, and free text and streets left out: so for an operator who is not a reviewer.',
        false,
      ],
      customerReference: ['The customer’s reference.', 'customer-4711'],
      status: statusText,
      decidedBy: ['Who decided it.', 'reviewer-1', 'Null where nobody did.'],
      adminComment: ['What the reviewer wrote for the customer.', 'The photos show number 12.', forReviewers],
      againstFinding: [
        'Why the decision contradicts what was found.',
        'Null unless it does, and for an operator.',
      ],
      requestedAt: ['When it was ordered.', '2026-11-20T09:31:00.000Z'],
      endedAt: ['When it ended.', at, 'Null while it is in progress.'],
      work: [
        'What waits for somebody: the visit, its report, or a dispute.',
        {
          way: ['Where the work is.', 'reported'],
          dueAt: ['When it is due.', '2026-11-22T09:31:00.000Z'],
          holder: [
            'Who has it now.',
            {
              role: ['Whether it is an agent or a reviewer.', 'reviewer'],
              id: ['The id of the person or client.', 'reviewer-1'],
              until: ['Until when nobody else can claim it.', at],
            },
            'Null if nobody has it.',
          ],
          reviewId: [
            'The id of the assignment that a reviewer opens.',
            '12-890123456789012',
            'Null unless it waits for a review.',
          ],
        },
        'Null if nothing waits.',
      ],
      applicant: ['The applicant’s name.', 'Ada Okafor'],
      phone: ['The applicant’s phone number.', '+2348031234199'],
      employer: ['The employer’s name.', 'Lagos Foods', 'Null for an address, and for an operator.'],
      place: [
        'Where it is about.',
        {
          street: [...street, forReviewers],
          landmark: [...landmark, forReviewers],
          city: [...city, forReviewers],
          lgaName,
          stateName,
          latitude: [...latitude, positionForReviewers],
          longitude: [...longitude, positionForReviewers],
          precision,
        },
        'Null for an employment.',
      ],
      revisions: [
        'Every decision or other end, oldest first.',
        {
          number: ['The number of the revision. 1 is the first end.', 1],
          status: statusText,
          decidedAt: ['When it was decided.', at],
          decidedBy: ['Who decided it.', 'reviewer-1', 'Null where nobody did.'],
          dispute: ['The number of the dispute that led to it.', 1, 'Null for the first one.'],
        },
      ],
      disputes: ['Every dispute, oldest first; for an operator without what people wrote.'],
      messages: [
        'Messages with links to the applicant or the employer, oldest first.',
        {
          purpose: [
            'What it is about: `applicant` announces the visit, `attest` asks the employer, `documents` asks the applicant for documents, `objection` tells what came of an objection.',
            'applicant',
          ],
          number: ['The number of the link of this purpose. 1 is the first.', 1],
          recipient: ['Who receives it.', 'applicant'],
          channel: ['How it is sent.', 'sms'],
          to: [
            'The end of a phone number, or the first letter and the domain of an email address.',
            '…199',
            'Null if no message can be sent there.',
          ],
          state: ['What has happened with the link.', 'opened'],
          message: [
            'What has happened with the message. `unsent`: the stage sends none of this kind. `uncertain`: the result is unknown.',
            'sent',
            'Null before the first try.',
          ],
          by: ['Who sent it: a client or person by id, or `service`.', 'service'],
          sentAt: ['When it was made.', at],
          openedAt: ['When the link was first opened.', at, 'Null until then.'],
          answeredAt: ['When the link was answered.', at, 'Null until then.'],
        },
      ],
      events: [
        'The events of the case, oldest first, as long as they are kept.',
        {
          id: eventIdText,
          eventType: ['What happened.', 'verification_completed'],
          createdAt: ['When the bytes of the event were frozen.', at],
          deliveries: [
            'The last attempt at each endpoint, for 30 days.',
            {
              endpointId,
              host: [
                'The host of the endpoint’s URL, or the name of its queue or bus.',
                'hooks.example.com',
                'Null once the endpoint is deleted.',
              ],
              attempt,
              at: sentAt,
              outcome,
              status,
              failure,
              nextAttemptAt,
            },
          ],
        },
      ],
      documents: [
        'The documents that can be opened: none before the end is published, and both from then on.',
        ['report', 'receipt'],
      ],
    },
  ),
]

const parameters = { id: caseIdText } as const
const hidden =
  'Whoever made the visit or its back-check is refused with `own_visit`, and whoever may still become the agent of a case without a report with `not_reported`.'

export const caseOperationTexts = {
  ...describeRoutes(caseRoutes, {
    getCase: {
      does: 'Opens the file of a case in the caller’s mode, whatever became of it. The trail records each opening, once an hour for each person.',
      costs: free,
      returns: '200 with the file. An erased case is not found.',
      events: [],
      parameters,
      details: hidden,
    },
    getCaseTrail: {
      does: 'Reads everything that happened in a case, oldest first, and checks the chain of its digests. It needs no assignment.',
      costs: free,
      returns: 'A page of at most 1,000 entries, and the cursor of the next one.',
      events: [],
      parameters: {
        ...parameters,
        cursor: ['The `nextCursor` of the page before; the first page needs none.', '1000'],
      },
      details: hidden,
    },
  }),
  ...describeRoutes(caseDocumentRoutes, {
    getCaseReport: {
      does: 'Returns the report that the customer can print, as a page. The trail records each opening, once an hour for each person.',
      costs: free,
      returns: 'One HTML page. It shows the applicant’s data to an operator, too.',
      events: [],
      parameters,
      details: hidden,
    },
    getCaseReceipt: {
      does: 'Returns the receipt that the customer can fetch: a signed record of the end. The trail records each opening, once an hour for each person.',
      costs: free,
      returns: 'A compact JWS (`application/jose`), the same bytes as the customer’s.',
      events: [],
      parameters: { ...parameters, inclusion: inclusionText, revision: revisionText },
      details: hidden,
    },
  }),
} as const
