import type {
  EmploymentConfirmation,
  sources,
} from '../../../../../shared/work/assignment/attestation-word-contract.ts'
import type { FileReport } from '../../../../../shared/work/assignment/contract.ts'
import {
  type AttestationField,
  attestationQuestions,
} from '../../../../../shared/employer/attestation/questions.ts'
import { phoneLength } from '../../../../../shared/http/contract/reading.ts'
import type { Question } from '../../../../../shared/link/question.ts'
import { attestationTexts, yesNo } from '../../../../../shared/texts/attestation.ts'
import type { Answers } from '../visit/answers.ts'
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

export const claimQuestions = (person: string, employer: string): readonly Question[] => [
  { name: 'source', label: 'How did they tell you?', choices: sourceWords, isNeeded: true },
  {
    name: 'claim',
    label: `Does ${person} work for ${employer}, or did they?`,
    choices: claimWords,
    isNeeded: true,
  },
]

/** Longest answers of a kind. */
const lengths: Readonly<Record<string, number>> = { number: 3, tel: phoneLength, email: 254 }

/** What the employer's own page asks, in its words unless an agent has others. All there is to choose from is shown. */
const ask = (name: AttestationField, own: Partial<Question> = {}): Question => {
  const { as, options, ...kind } = attestationQuestions[name]
  return {
    name,
    ...attestationTexts[name],
    ...kind,
    ...(as === 'tick' ? { choices: yesNo } : as && { as, maxLength: lengths[as] }),
    ...(options && { choices: Object.fromEntries(options.map(word => [word, word])) }),
    ...own,
  }
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
    ask('details.offence', { label: 'Offences on the record' }),
  ],
}
const leaving: QuestionGroup = {
  title: 'How it ended',
  questions: [
    ask('details.jobTermination'),
    ask('details.jobLeaveReason'),
    ask('details.rehire', { label: 'Would they employ them again?' }),
  ],
}
const supervisor: QuestionGroup = {
  title: 'The supervisor',
  questions: [
    ask('details.supervisorName'),
    ask('details.supervisorTitle'),
    ask('details.supervisorPhone', { label: 'Supervisor’s phone' }),
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
    ask('employer.comment', { label: 'Anything else they said' }),
  ],
}

export const moreQuestions = (answers: Answers): readonly QuestionGroup[] => {
  if (!knows(answers)) return [organisation]
  return answers.claim === 'workedHere'
    ? [moreOfJob, leaving, supervisor, organisation]
    : [moreOfJob, supervisor, organisation]
}

export const signerQuestions: readonly Question[] = [
  ask('attestator.name', { label: 'Their name' }),
  ask('attestator.title', { label: 'Their job title' }),
  ask('attestator.email', { label: 'Their email at work', hint: 'This or their phone is needed.' }),
  ask('attestator.phone', { label: 'Their phone at work' }),
  ask('details.employerConsented', {
    label: 'Do they answer for the employer, and agree that it is passed on to the company that asked?',
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
  label: 'What did you try, and what did you find?',
  hint: 'The office and the customer read this.',
  maxLength: 1000,
  as: 'long',
  isNeeded: true,
}

export const unreachedOf = (answers: Answers): FileReport => ({
  visit: undefined,
  attestation: undefined,
  unreached: { comment: written(answers, 'comment')! },
})
