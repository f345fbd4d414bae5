import { DecideRequest } from '../assignment/contract.ts'
import { assignmentIdText, assignmentSchemaTexts, findingsText } from '../assignment/reference.ts'
import { sha256Text } from '../evidence/reference.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { nextCursorText, pageParameters } from '../http/reference.ts'
import { precisionText } from '../location/reference.ts'
import {
  AssignmentResponse,
  ClaimAssignment,
  ClaimResponse,
  DecisionResponse,
  HandOverRequest,
  HandOverResponse,
  WorkItem,
  WorkList,
} from './contract.ts'
import { visitFlags } from '../verification/contract/visit-flag.ts'
import { operationsRoutes } from './routes.ts'

const at = '2026-11-20T09:31:00.000Z'
const link = 'https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg'
const reviewer = 'reviewer-1'
const unsaid = 'Null if they did not say.'
const visitFlagTexts = Object.entries(visitFlags)
  .map(([code, { about }]) => `\`${code}\` (${about})`)
  .join(', ')

const flagsAnswer = 'The stated pin is that of the estate’s gate; the photos show its block 4.'

const wayText = ['Where the work is.', 'claimed'] as const

export const placeFields = {
  street: ['House number and street.', '12 Allen Avenue'],
  landmark: ['What is nearby and easy to find. Empty if unknown.', 'Opposite the roundabout'],
  city: ['The town or city.', 'Ikeja'],
  lgaId: ['The id of the local government area.', 2411],
  lgaName: ['The local government area.', 'Ikeja'],
  stateId: ['The id of the state.', 24],
  stateName: ['The state.', 'Lagos'],
  latitude: ['The latitude, in degrees (WGS 84).', 6.6018],
  longitude: ['The longitude, in degrees (WGS 84).', 3.3515],
  precision: [precisionText, 'stated'],
} as const

const work = {
  id: assignmentIdText,
  product: ['What the customer ordered.', 'address'],
  way: wayText,
  requestedAt: ['When the customer ordered it; for a back-check, when it was opened.', at],
  dueAt: ['When it is due.', '2026-11-22T09:31:00.000Z'],
  isLate: ['Whether it is late.', false],
  isMine: ['Whether the caller holds it.', true],
  isOffered: [
    'Whether a supervisor assigned it to the caller, who has neither accepted it, by a claim, nor refused it, by giving it back.',
    false,
  ],
  leaseUntil: ['Until when nobody else can claim it.', at, 'Null unless the caller holds it.'],
  isLeaseExtended: [
    'Whether the service has extended the caller’s lease of the visit, because their phone said that it holds something unsent. It does so once.',
    false,
  ],
  appointment: ['When the agent comes, as they said last.', 'Null if they said nothing, or it is long past.'],
  applicantSaidAt: [
    'When the applicant last answered on the page behind their link, or named another time there.',
    '2026-11-21T08:00:00.000Z',
    'Null if they did not.',
  ],
  applicant: [
    'The person to ask for.',
    {
      firstname: ['The first name.', 'Ngozi'],
      middlename: ['The middle name or names. Empty if there are none.', 'Ada'],
      lastname: ['The last name.', 'Adeyemi'],
      phone: ['The telephone number.', '+2348031234567'],
    },
  ],
  place: ['The address to visit.', placeFields, 'Null for an employment.'],
  business: [
    'The business to find.',
    {
      businessName: ['The name of the business.', 'Adeyemi Stores'],
      businessType: ['Whether the business is registered (`Formal`) or not (`Informal`).', 'Formal'],
      canContactPoc: ['Whether the agent may contact somebody there.', true],
    },
    'Null unless the address is that of a business.',
  ],
  employer: [
    'The employer to ask.',
    {
      name: ['The name of the employer.', 'Example Limited'],
      phone: ['The telephone number.', '+2348035550177'],
      email: ['The email address.', 'hr@example.com'],
      contactPersonName: ['The person to ask. Empty if unknown.', 'Bola Ade'],
      canContactPoc: ['Whether this person may be asked.', true],
    },
    'Null for an address.',
  ],
  takesPhotos: ['Whether the report needs photos. False for an employment.', true],
  returned: [
    'Why a reviewer returned the last report.',
    { at: ['When it was returned.', at], comment: ['What to do.', 'Photograph the gate, too.'] },
    'Null unless it was returned.',
  ],
} as const

const colleague = 'reviewer-2'

const partyText = ['Who objected.', 'customer'] as const

export const workSchemaTexts: readonly SchemaText[] = [
  ...assignmentSchemaTexts,
  describeSchema(
    WorkItem,
    'Work in a list. It has what a visit needs: no id number, no date of birth, no customer.',
    {
      ...work,
      held: [
        'Who holds it.',
        {
          agent: ['The agent.', 'agent-1'],
          until: ['Until when nobody else can claim it.', at],
          isOffered: ['Whether a supervisor assigned it to them, and they have not accepted it.', false],
          isLeaseExtended: [
            'Whether the service has extended it, because their phone said that it holds something unsent.',
            false,
          ],
        },
        'Null except in `list=claimed`.',
      ],
      waiting: [
        'The report that waits for a reviewer.',
        {
          agent: ['Who made the report.', 'agent-1'],
          reportedAt: ['When it was submitted.', at],
          flags: ['The number of flags.', 2],
          strongFlags: ['The number of strong ones among them.', 1],
          canDecideTogether: [
            'Whether it may be decided among others (`isTogether` of a decision): a photo was taken near the address with a good position, no flag speaks against it, and nobody objects or has decided.',
            false,
          ],
          reviewer: ['The reviewer who holds it.', reviewer, 'Null if nobody does.'],
          reviewUntil: ['Until when the reviewer holds it.', at, 'Null if nobody does.'],
          stagedBy: ['The reviewer whose decision a second one must confirm.', reviewer, 'Null without one.'],
          disputed: [
            'The objection to the decision.',
            {
              by: partyText,
              isBarred: ['Whether the caller had a part in the decision, and may not examine it.', false],
            },
            'Null unless it is a dispute.',
          ],
        },
        'Null except in `list=reported`.',
      ],
    },
  ),
  describeSchema(WorkList, 'A page of work, the latest first.', {
    data: ['The work of this page.'],
    nextCursor: nextCursorText,
  }),
  describeSchema(AssignmentResponse, 'An assignment, as its agent or a reviewer sees it.', {
    ...work,
    applicantSays: [
      'What the applicant said on the page behind their link.',
      {
        consent: ['Whether they consent.', 'given'],
        saidAt: ['When they said it.', at],
        time: ['A time that suits them.', 'Saturday morning', unsaid],
        timeAskedAt: [
          'When they named this time, if that was after they had answered: an agent asks them again, and notes what was agreed.',
          at,
          'Null unless it was.',
        ],
        phone: ['A number to call.', '+2348031234567', unsaid],
        place: ['How to find the address, in their words.', 'The black gate behind the pharmacy', unsaid],
        latitude: [
          'Where it is, in degrees (WGS 84), as they wrote it: how exact it is nobody knows.',
          6.6021,
          unsaid,
        ],
        longitude: ['Where it is, in degrees (WGS 84).', 3.3518, unsaid],
        hasMoved: ['Whether they have moved.', false],
        newAddress: ['Where they live now.', '4 Toyin Street, Ikeja', unsaid],
      },
      'Null without a link, or until they answer.',
    ],
    property: [
      'What the applicant says and shows of the house.',
      {
        houseNumber: ['The number of the house.', '12', unsaid],
        generalDescription: ['How to recognise the house.', 'Cream bungalow behind the pharmacy, black gate'],
        buildingDescription: ['What the building is used for.', 'Residential'],
        buildingType: ['The type of building.', 'Bungalow'],
        buildingStatus: ['Whether it is completed, painted, or both.', 'Completed and Painted'],
        buildingColour: ['The colour of the building.', 'Cream'],
        hasGateAndFence: ['Whether it has a gate and a fence.', true],
        photos: [
          'Photos of the house.',
          {
            slot: ['Which photo of the order it is.', 'applicantPhoto1'],
            width: ['The width, in pixels.', 1500],
            height: ['The height, in pixels.', 2000],
            photoUrl: ['A link to the image. It ends after some minutes.', link, 'Null for agents.'],
            thumbnail: [
              'A small JPEG in base64, for places without a network.',
              '/9j/4AAQSkZJRg==',
              'Null for reviewers of a report.',
            ],
          },
        ],
      },
      'Null unless the product has it.',
    ],
    placeFacts: [
      'What agents of other visits told of the house: chosen words, nothing of a person. Empty for reviewers.',
      ['askGuard'],
    ],
    review: [
      'The report and its evidence. For reviewers alone.',
      {
        objection: [
          'The objection that this review is about.',
          {
            by: partyText,
            ground: ['What it is about.', 'wrongPlace'],
            reason: ['What was written.', 'The agent was at number 21.'],
            raisedAt: ['When it was raised.', at],
            revision: ['The number of the disputed decision.', 1],
            outcome: ['The `subStatus` of the disputed decision.', 'FAILED - NOT IN RESIDENCE'],
            decidedAt: ['When it was decided.', at],
            decidedBy: ['Who decided it.', reviewer, 'Null if a client did.'],
            adminComment: ['What the customer was told.', 'Nobody knows them there.', 'Null if nothing.'],
            flagsAnswer: ['What was said to strong flags.', flagsAnswer, 'Null if nothing.'],
            againstFinding: ['Why it was decided against what was found.', 'Null unless it was.'],
          },
          'Null unless it is a dispute.',
        ],
        agent: ['Who made the report.', 'agent-1'],
        claimedAt: ['When the agent claimed it.', at],
        claimedFrom: ['Where the device was then.', 'Null if it did not say, and once a decision was taken.'],
        reportedAt: ['When the report was submitted.', at],
        reportedAccuracyMetres: [
          'The radius in metres within which the device believed to be at the report.',
          12.5,
          'Null if no device gave the position in `found`.',
        ],
        reviewer: ['The reviewer who holds it, or held it last.', reviewer, 'Null if nobody did.'],
        reviewUntil: ['Until when the reviewer holds it.', at, 'Null if nobody did.'],
        findings: [...findingsText, 'Null for an employment.'],
        flags: [
          'Automatic remarks about the evidence, one a fact, the strong ones first. Hints, never a reason by themselves.',
          {
            code: [`The remark, for programs: ${visitFlagTexts}.`, 'far_from_address'],
            weight: [
              '`strong`: an honest visit hardly shows it; an approval needs `flagsAnswer`. `weak`: it comes with an old phone, a first day or a house without a number.',
              'strong',
            ],
            reason: [
              'The remark in words, with its numbers: the least and the most where they differ from place to place.',
              'Taken 310 m to 420 m from the stated position; up to 200 m are expected.',
            ],
            places: [
              'Where it was seen, each place once. Empty: of the visit as a whole.',
              {
                at: ['The `claim`, the `report`, or the slot of a photo.', 'exteriorPhotos.photo1'],
                seenIn: [
                  'The photo of another assignment which this one is, or which it looks like.',
                  { id: ['The other assignment.', '12-33'], sha256: sha256Text },
                  'Null unless there is one that you may see.',
                ],
              },
            ],
          },
        ],
        areaMap: [
          'Outlines around the ordered LGA, for a map. They differ by up to 2 km from what people call an area.',
          {
            attribution: [
              'Whose the data is. Show it with the map.',
              'LGA boundaries: OSGOF/OCHA via geoBoundaries (Runfola et al. 2020), CC BY 3.0 IGO; simplified',
            ],
            names: [
              'The LGA, then its neighbours.',
              {
                name: ['The name of the LGA.', 'Ikeja'],
                latitude: ['The latitude of its middle, in degrees (WGS 84).', 6.6031],
                longitude: ['The longitude of its middle, in degrees (WGS 84).', 3.3496],
              },
            ],
            lines: [
              'Lines in Google’s encoded polyline format, but to ten thousandths of a degree. Each stands once in `lga` or `neighbours`.',
              {
                lga: ['The outline of the LGA, in parts that meet at their ends.', ['_qo@_ek@?c@']],
                neighbours: ['What else the neighbours’ outlines are made of.', ['_qo@_ek@?c@']],
                state: ['The outline of the state.', ['_qo@_ek@?c@']],
              },
            ],
          },
          'Null for an employment.',
        ],
        found: ['The record as an approval would make it.'],
        rcNumber: ['The registration number that the customer stated.', 'RC123456', 'Null unless stated.'],
        job: [
          'The job as the customer stated it. The employer is not told.',
          {
            jobTitle: ['The job title.', 'Accountant', 'Null unless stated.'],
            startDate: ['The first day.', '2019-01-28', 'Null unless stated.'],
            endDate: ['The last day.', '2024-06-26', 'Null unless stated.'],
            currentlyEmployed: ['Whether the applicant works there now.', true],
          },
          'Null for an address.',
        ],
        employerCase: ['How the employer was asked, and what they said.', 'Null for an address.'],
        suggestedReason: [
          'The reason of a rejection that follows from the findings.',
          'FAILED - NOT IN RESIDENCE',
          'Null if everything was confirmed.',
        ],
        contradictions: [
          'The decisions that contradict what was found. They need `againstFinding`.',
          {
            decision: ['The `subStatus` that they lead to.', 'VERIFIED'],
            fields: [
              'What they contradict: fields that differ, or the outcome of the report.',
              ['Applicant'],
            ],
          },
        ],
        returns: [
          'Every return of the report, oldest first.',
          {
            at: ['When it was returned.', at],
            by: ['Who returned it.', reviewer],
            comment: ['What the agent should do.', 'Photograph the gate, too.'],
          },
        ],
        agentRecord: [
          'The agent’s last ten reports, and what became of them.',
          {
            at: ['When it was judged.', at],
            judgedBy: ['Who judged it: a reviewer, or a second visit.', 'review'],
            found: ['The `subStatus` that the report led to expect.', 'VERIFIED', 'Null if it left it open.'],
            outcome: ['The `subStatus` that was decided.', 'VERIFIED'],
            agrees: ['Whether the two agree.', true],
          },
        ],
        staged: [
          'The decision that a second reviewer must confirm.',
          {
            reason: ['Its `subStatus`.', 'FAILED - NOT IN RESIDENCE'],
            by: ['Who proposed it.', reviewer],
            at: ['When it was proposed.', at],
            adminComment: [
              'What the customer would be told.',
              'Nobody knows them there.',
              'Null if nothing.',
            ],
            againstFinding: ['Why against what was found.', 'Null unless it is.'],
          },
          'Null without one.',
        ],
      },
      'Null for agents, and before the report.',
    ],
  }),
  describeSchema(ClaimAssignment, 'A claim.', {
    position: ['Where the device is. It helps to judge the evidence.'],
  }),
  describeSchema(HandOverRequest, 'The colleague, and what they need to know.', {
    to: [
      'The id of a reviewer who signed in before, or of a client of the operator with that scope. Not the agent of the visit, nor who took the first of two decisions.',
      colleague,
    ],
    words: ['What they need to know. It becomes a note of the case.', 'The gate needs a second look.'],
  }),
  describeSchema(HandOverResponse, 'The claim for the colleague.', {
    id: assignmentIdText,
    to: ['The colleague.', colleague],
    keptUntil: ['Until when nobody but the colleague can claim it.', at],
  }),
  describeSchema(ClaimResponse, 'The claim.', {
    id: assignmentIdText,
    way: ['`claimed` for a visit, `reported` for a review.', 'claimed'],
    leaseUntil: ['Until when nobody else can claim it.', at],
  }),
  describeSchema(DecideRequest, 'A decision on a report.', {
    decision: ['What to do with the report.', 'approve'],
    reason: [
      'The `subStatus` that the customer reads. Needed for `reject`, and only then.',
      'FAILED - NOT IN RESIDENCE',
    ],
    comment: ['What the agent should do. Needed for `return`.', 'Photograph the gate, too.'],
    adminComment: ['What the customer is told.', 'Confirmed by two neighbours.'],
    flagsAnswer: [
      'What explains the strong flags. Needed to approve a report that has any, and only then. Reviewers of a dispute read it, the customer does not.',
      flagsAnswer,
    ],
    againstFinding: [
      'Why the decision contradicts what was found. Needed where `contradictions` of the case lists it, and only then. The customer reads it.',
      {
        reason: ['Why: one of the list.', 'wording'],
        explanation: ['Why, in words.', 'Both names are of the same company.'],
      },
    ],
    isTogether: [
      'Whether you decide several cases by their photos, without opening each. Refused (400) where `canDecideTogether` of the list is false.',
      false,
    ],
  }),
  describeSchema(DecisionResponse, 'What the decision led to.', {
    id: assignmentIdText,
    way: wayText,
    isStaged: ['Whether a second reviewer must confirm it.', false],
    status: ['The status that the customer reads.', 'Null unless it was decided.'],
  }),
]

const parameters = { id: assignmentIdText } as const

export const workOperationTexts = describeRoutes(operationsRoutes, {
  listAssignments: {
    does: 'Lists work in the caller’s mode: visits that can be claimed, what the caller holds, or reports that wait for a reviewer. Visits are listed by area: without `stateId` and `lgaId` those of the areas of the caller’s team, and on pages behind them employments. Whoever is in no team names an area; they get 400 with the code `area_needed` otherwise.',
    costs: free,
    returns:
      'A page, the latest first, and the cursor of the next one. Visits that another agent held for too long come before all others. A page may have fewer items than its limit, and a next one all the same.',
    events: [],
    details:
      'On the first page of `reported`, what the caller has claimed or was given comes before everything else, beyond `limit`.',
    parameters: {
      ...pageParameters,
      list: [
        'Which list: `open` unless given. `reported` is for reviewers; `claimed`, what agents hold in an area, for supervisors.',
        'open',
      ],
      stateId: ['Only work in this state, by its id. Employments have none.', 24],
      lgaId: ['Only work in this local government area, by its id.', 2411],
      product: ['Only work of this product.', 'address'],
    },
  },
  getAssignment: {
    does: 'Reads one assignment: as its agent with what the work needs, as a reviewer with the report and its evidence. The trail records who read it.',
    costs: free,
    returns: 'The assignment. Links to photos end after some minutes.',
    events: [],
    parameters,
  },
  claimAssignment: {
    does: 'Claims a visit, or a report to review, for a limited time. A repeat renews the time. Of two claims at once one gets 409. What a caller may not decide they cannot claim: their own visit, or a report that they rejected and a second reviewer must confirm.',
    costs: free,
    returns: '200 with the end of the claim.',
    events: [],
    parameters,
  },
  releaseAssignment: {
    does: 'Gives a claim back, so that somebody else can claim the work. What a supervisor assigned is refused so, with a reason.',
    costs: free,
    returns: '204 without a body, also to a caller who does not hold it.',
    events: [],
    parameters: {
      ...parameters,
      reason: ['Why. Needed to refuse what a supervisor assigned.', 'tooFar'],
    },
  },
  handOverAssignment: {
    does: 'Claims a report that the caller has claimed for a colleague: for four hours, or until it is due if that is sooner, but as long as a claim at least. Then everybody can claim it again.',
    costs: free,
    returns:
      '200 with the end of that time. Of two requests at once, or of one and a decision, one gets 409.',
    events: [],
    parameters,
    details:
      'The colleague finds it first in `list=reported`, has it as by a claim of their own, and gives it back in the same way. The words are a note of the case, for staff alone.',
  },
  fileReport: {
    does: 'Submits the report of work that the caller holds. A reviewer decides next.',
    costs: free,
    returns: '200 with the time of the report. The same report again returns the same.',
    events: [],
    parameters,
    details:
      'Send `visit` for an address; `attestation` or `unreached` for an employment. Whoever attests gives name, title, an email address or a telephone number, and the employer’s consent. `worksHere` and `workedHere` need the title and the first day of the job, `workedHere` its last day, too. `mayNotAnswer` is no report.',
  },
  getAssignmentTrail: {
    does: 'Reads everything that happened to a verification, oldest first, and checks the chain of its digests.',
    costs: free,
    returns: 'A page of at most 1,000 entries, and the cursor of the next one.',
    events: [],
    parameters: {
      ...parameters,
      cursor: ['The `nextCursor` of the page before; the first page needs none.', '1000'],
    },
    details:
      'Continue with `nextCursor` while it is not null. `broken` is about the entries of the page, which are checked against the last entry of the page before.',
  },
  decideAssignment: {
    does: 'Approves a report, rejects the verification, or returns the report to its agent. The record is final with an approval or rejection.',
    costs: free,
    returns:
      '200 with the decision; 202 if a second reviewer must confirm it. The same decision again returns the same.',
    events: [
      'address.verification_completed',
      'address.verification_updated',
      'employment.verification_completed',
      'employment.verification_updated',
    ],
    parameters,
  },
})
