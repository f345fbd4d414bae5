import type {
  companySizes,
  compensationRates,
  EmploymentConfirmation,
  employmentTypes,
  sources,
  terminations,
} from '../../../../../shared/assignment/attestation-contract.ts'
import type { FileReport } from '../../../../../shared/assignment/contract.ts'
import type { Answers, Question } from '../visit/answers.ts'
import { missingWords, written } from './draft.tsx'

/** Values that are their own words. Every one must be here, and no other: the compiler sees to it. */
const asSaid = <Word extends string>(words: Record<Word, unknown>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(words).map(word => [word, word]))

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

const types = asSaid<(typeof employmentTypes)[number]>({
  'Full-Time': 1,
  'Part-Time': 1,
  Contract: 1,
  Temporary: 1,
  Internship: 1,
})
const rates = asSaid<(typeof compensationRates)[number]>({
  Hourly: 1,
  Daily: 1,
  Weekly: 1,
  Monthly: 1,
  Yearly: 1,
})
const endings = asSaid<(typeof terminations)[number]>({
  Voluntary: 1,
  Dismissed: 1,
  Redundant: 1,
  'End of contract': 1,
  Retired: 1,
})
const sizes = asSaid<(typeof companySizes)[number]>({
  '1-10': 1,
  '11-50': 1,
  '51-200': 1,
  '201-500': 1,
  '501-1000': 1,
  '1001+': 1,
})
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

const day = { kind: 'date', isNeeded: true } as const
const line = (name: string, words: string, maxLength = 100): Question => ({ name, words, maxLength })

/** A group of optional questions. */
interface QuestionGroup {
  readonly title: string
  readonly questions: readonly Question[]
}

const knows = ({ claim }: Answers): boolean => claim === 'worksHere' || claim === 'workedHere'

export const jobQuestions = (answers: Answers): readonly Question[] => {
  if (!knows(answers)) return []
  return [
    { name: 'details.employeeTitle', words: 'Job title', maxLength: 100, isNeeded: true },
    { name: 'details.employeeStartDate', words: 'First day', ...day },
    ...(answers.claim === 'workedHere'
      ? [{ name: 'details.employeeEndDate', words: 'Last day', ...day }]
      : []),
  ]
}

const moreOfJob: QuestionGroup = {
  title: 'More about the job',
  questions: [
    line('details.employeeDepartment', 'Department'),
    { name: 'details.employmentType', words: 'Kind of employment', choices: types },
    { name: 'details.averageHours', words: 'Hours a week', maxLength: 3, kind: 'numeric' },
    { ...line('details.salaryRange', 'Pay, from and to, in naira', 60), hint: 'For example 100000-200000' },
    { name: 'details.compensationRate', words: 'How often it is paid', choices: rates },
    { ...line('details.jobBenefits', 'Benefits', 300), hint: 'With commas between.' },
    line('details.offence', 'Offences on the record', 300),
  ],
}
const leaving: QuestionGroup = {
  title: 'How it ended',
  questions: [
    { name: 'details.jobTermination', words: 'How it ended', choices: endings },
    line('details.jobLeaveReason', 'Reason for leaving', 300),
    { name: 'details.rehire', words: 'Would they employ them again?', choices: yesNo },
  ],
}
const supervisor: QuestionGroup = {
  title: 'The supervisor',
  questions: [
    line('details.supervisorName', 'Supervisor’s name'),
    line('details.supervisorTitle', 'Supervisor’s job title'),
    { ...line('details.supervisorPhone', 'Supervisor’s phone', 20), kind: 'tel' },
    { ...line('details.supervisorEmail', 'Supervisor’s email', 254), kind: 'email' },
  ],
}
const organisation: QuestionGroup = {
  title: 'The employer',
  questions: [
    line('employer.companyAddress', 'Address', 300),
    { ...line('employer.companyCac', 'CAC registration number', 30), hint: 'For example RC123456' },
    { name: 'employer.companySize', words: 'People employed', choices: sizes },
    line('employer.industry', 'Industry'),
    { name: 'employer.comment', words: 'Anything else they said', maxLength: 1000, isLong: true },
  ],
}

export const moreQuestions = (answers: Answers): readonly QuestionGroup[] => {
  if (!knows(answers)) return [organisation]
  return answers.claim === 'workedHere'
    ? [moreOfJob, leaving, supervisor, organisation]
    : [moreOfJob, supervisor, organisation]
}

export const signerQuestions: readonly Question[] = [
  { ...line('attestator.name', 'Their name'), isNeeded: true },
  { ...line('attestator.title', 'Their job title'), isNeeded: true },
  {
    ...line('attestator.email', 'Their email at work', 254),
    hint: 'This or their phone is needed.',
    kind: 'email',
  },
  { ...line('attestator.phone', 'Their phone at work', 20), kind: 'tel' },
  {
    name: 'details.employerConsented',
    words: 'Do they answer for the employer, and agree that it is passed on to the company that asked?',
    choices: yesNo,
    isNeeded: true,
  },
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
