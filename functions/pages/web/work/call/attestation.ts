import type {
  EmploymentConfirmation,
  sources,
} from '../../../../../shared/assignment/attestation-word-contract.ts'
import type { FileReport } from '../../../../../shared/assignment/contract.ts'
import {
  type AttestationField,
  attestationQuestions,
} from '../../../../../shared/employer/attestation/questions.ts'
import type { QuestionKind } from '../../../../../shared/link/question-kind.ts'
import { attestationTexts } from '../../../../../shared/texts/attestation.ts'
import type { Answers, Question } from '../visit/answers.ts'
import { missingWords, written } from './draft.tsx'

const sourceWords = { phone: 'On the phone', visit: 'Face to face' } as const satisfies Record<
  (typeof sources)[number],
  string
>
const claimWords = {
  worksHere: 'Yes, and still does',
  workedHere: 'Yes, in the past',
  neverWorkedHere: 'No, never',
  mayNotAnswer: 'They may not answer',
} as const satisfies Record<EmploymentConfirmation, string>

const yesNo = { yes: 'Yes', no: 'No' } as const

export const claimQuestions = (person: string, employer: string): readonly Question[] => [
  { name: 'source', words: 'How did they tell you?', choices: sourceWords, isNeeded: true },
  {
    name: 'claim',
    words: `Does ${person} work for ${employer}, or did they?`,
    choices: claimWords,
    isNeeded: true,
  },
]

const inputOf = ({ as, maxLength }: QuestionKind): Partial<Question> => {
  switch (as) {
    case 'text':
      return { maxLength: maxLength! }
    case 'long':
      return { maxLength: maxLength!, isLong: true }
    case 'date':
      return { kind: 'date' }
    case 'number':
      return { maxLength: 3, kind: 'numeric' }
    case 'tel':
      return { maxLength: 20, kind: 'tel' }
    case 'email':
      return { maxLength: 254, kind: 'email' }
    case 'yes-no':
    case 'tick':
      return { choices: yesNo }
    default:
      return { choices: Object.fromEntries(as.map(word => [word, word])) }
  }
}

/** What the employer's own page asks, in its words unless an agent has others. */
const ask = (name: AttestationField, own: Partial<Question> = {}): Question => {
  const { isNeeded = false, ...kind } = attestationQuestions[name]
  const { label: words, ...hint }: { label: string; hint?: string } = attestationTexts[name]
  return { name, words, ...hint, ...inputOf(kind), ...(isNeeded && { isNeeded }), ...own }
}

/** A group of optional questions. */
interface QuestionGroup {
  readonly title: string
  readonly questions: readonly Question[]
}

const knows = ({ claim }: Answers): boolean => claim === 'worksHere' || claim === 'workedHere'

export const jobQuestions = (answers: Answers): readonly Question[] => {
  if (!knows(answers)) return []
  return [
    ask('details.employeeTitle'),
    ask('details.employeeStartDate'),
    ...(answers.claim === 'workedHere'
      ? [ask('details.employeeEndDate', { hint: undefined, isNeeded: true })]
      : []),
  ]
}

const moreOfJob: QuestionGroup = {
  title: 'More about the job',
  questions: [
    ask('details.employeeDepartment'),
    ask('details.employmentType'),
    ask('details.averageHours'),
    ask('details.salaryRange'),
    ask('details.compensationRate'),
    ask('details.jobBenefits', { hint: 'With commas between.' }),
    ask('details.offence', { words: 'Offences on the record' }),
  ],
}
const leaving: QuestionGroup = {
  title: 'How it ended',
  questions: [
    ask('details.jobTermination'),
    ask('details.jobLeaveReason'),
    ask('details.rehire', { words: 'Would they employ them again?' }),
  ],
}
const supervisor: QuestionGroup = {
  title: 'The supervisor',
  questions: [
    ask('details.supervisorName'),
    ask('details.supervisorTitle'),
    ask('details.supervisorPhone', { words: 'Supervisor’s phone' }),
    ask('details.supervisorEmail'),
  ],
}
const organisation: QuestionGroup = {
  title: 'The employer',
  questions: [
    ask('employer.companyAddress'),
    ask('employer.companyCac'),
    ask('employer.companySize'),
    ask('employer.industry'),
    ask('employer.comment', { words: 'Anything else they said' }),
  ],
}

export const moreQuestions = (answers: Answers): readonly QuestionGroup[] => {
  if (!knows(answers)) return [organisation]
  return answers.claim === 'workedHere'
    ? [moreOfJob, leaving, supervisor, organisation]
    : [moreOfJob, supervisor, organisation]
}

export const signerQuestions: readonly Question[] = [
  ask('attestator.name', { words: 'Their name' }),
  ask('attestator.title', { words: 'Their job title' }),
  ask('attestator.email', { words: 'Their email at work', hint: 'This or their phone is needed.' }),
  ask('attestator.phone', { words: 'Their phone at work' }),
  ask('details.employerConsented', {
    words: 'Do they answer for the employer, and agree that it is passed on to the company that asked?',
  }),
]

/** Whether nothing may be passed on: that is a refused attempt, and no report. */
export const isRefused = (answers: Answers): boolean =>
  answers.claim === 'mayNotAnswer' || answers['details.employerConsented'] === 'no'

export const asked = (answers: Answers): readonly Question[] => [
  ...jobQuestions(answers),
  ...moreQuestions(answers).flatMap(({ questions }) => questions),
  ...signerQuestions,
]

export const missingOf = (answers: Answers): readonly string[] => {
  const isReachable = written(answers, 'attestator.email') ?? written(answers, 'attestator.phone')
  const words = missingWords(asked(answers), answers)
  return isReachable ? words : [...words, 'Their email or phone']
}

const partOf = (part: string, answers: Answers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    asked(answers).flatMap(({ name }) => {
      const [of, field] = name.split('.')
      const said = written(answers, name)
      return of === part && said ? [[field, said] as const] : []
    }),
  )

/** Reports only what is still asked after the latest answers. */
export const attestedOf = (answers: Answers): FileReport =>
  ({
    attestation: {
      source: answers.source,
      claim: answers.claim,
      details: partOf('details', answers),
      employer: partOf('employer', answers),
      attestator: partOf('attestator', answers),
    },
  }) as unknown as FileReport

export const commentQuestion: Question = {
  name: 'comment',
  words: 'What did you try, and what did you find?',
  hint: 'The office and the customer read this.',
  maxLength: 1000,
  isLong: true,
  isNeeded: true,
}

export const unreachedOf = (answers: Answers): FileReport => ({
  visit: undefined,
  attestation: undefined,
  unreached: { comment: written(answers, 'comment')! },
})
