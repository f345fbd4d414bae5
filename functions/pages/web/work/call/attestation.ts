import type {
  companySizes,
  compensationRates,
  employmentConfirmations,
  employmentTypes,
  sources,
  terminations,
} from '../../../../../shared/assignment/attestation-contract.ts'
import type { FileReport } from '../../../../../shared/assignment/contract.ts'
import type { Answers, Question } from '../visit/answers.ts'
import { missingWords, written } from './draft.tsx'

/** Values that are their own words. */
const asSaid = <Word extends string>(words: Record<Word, true>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(words).map(word => [word, word]))

export const sourceWords = { phone: 'On the phone', visit: 'Face to face' } as const satisfies Record<
  (typeof sources)[number],
  string
>
const claimWords = {
  worksHere: 'Yes, and still does',
  workedHere: 'Yes, in the past',
  neverWorkedHere: 'No, never',
  mayNotAnswer: 'They may not answer',
} as const satisfies Record<(typeof employmentConfirmations)[number], string>

export const types = asSaid<(typeof employmentTypes)[number]>({
  'Full-Time': true,
  'Part-Time': true,
  Contract: true,
  Temporary: true,
  Internship: true,
})
const rates = asSaid<(typeof compensationRates)[number]>({
  Hourly: true,
  Daily: true,
  Weekly: true,
  Monthly: true,
  Yearly: true,
})
export const endings = asSaid<(typeof terminations)[number]>({
  Voluntary: true,
  Dismissed: true,
  Redundant: true,
  'End of contract': true,
  Retired: true,
})
export const sizes = asSaid<(typeof companySizes)[number]>({
  '1-10': true,
  '11-50': true,
  '51-200': true,
  '201-500': true,
  '501-1000': true,
  '1001+': true,
})
export const yesNo = { yes: 'Yes', no: 'No' } as const

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
export interface More {
  readonly title: string
  readonly questions: readonly Question[]
}

const knows = ({ claim }: Answers): boolean => claim === 'worksHere' || claim === 'workedHere'

export const jobQuestions = (answers: Answers): readonly Question[] =>
  knows(answers)
    ? [
        { name: 'details.employeeTitle', words: 'Job title', maxLength: 100, isNeeded: true },
        { name: 'details.employeeStartDate', words: 'First day', ...day },
        ...(answers.claim === 'workedHere'
          ? [{ name: 'details.employeeEndDate', words: 'Last day', ...day }]
          : []),
      ]
    : []

const moreOfJob: More = {
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
const leaving: More = {
  title: 'How it ended',
  questions: [
    { name: 'details.jobTermination', words: 'How it ended', choices: endings },
    line('details.jobLeaveReason', 'Reason for leaving', 300),
    { name: 'details.rehire', words: 'Would they employ them again?', choices: yesNo },
  ],
}
const supervisor: More = {
  title: 'The supervisor',
  questions: [
    line('details.supervisorName', 'Supervisor’s name'),
    line('details.supervisorTitle', 'Supervisor’s job title'),
    { ...line('details.supervisorPhone', 'Supervisor’s phone', 20), kind: 'tel' },
    { ...line('details.supervisorEmail', 'Supervisor’s email', 254), kind: 'email' },
  ],
}
const organisation: More = {
  title: 'The employer',
  questions: [
    line('employer.companyAddress', 'Address', 300),
    { ...line('employer.companyCac', 'CAC registration number', 30), hint: 'For example RC123456' },
    { name: 'employer.companySize', words: 'People employed', choices: sizes },
    line('employer.industry', 'Industry'),
    { name: 'employer.comment', words: 'Anything else they said', maxLength: 1000, isLong: true },
  ],
}

export const moreQuestions = (answers: Answers): readonly More[] => [
  ...(knows(answers) ? [moreOfJob] : []),
  ...(answers.claim === 'workedHere' ? [leaving] : []),
  ...(knows(answers) ? [supervisor] : []),
  organisation,
]

export const signerQuestions: readonly Question[] = [
  { name: 'attestator.name', words: 'Their name', maxLength: 100, isNeeded: true },
  { name: 'attestator.title', words: 'Their job title', maxLength: 100, isNeeded: true },
  {
    name: 'attestator.email',
    words: 'Their email at work',
    hint: 'This or their phone is needed.',
    maxLength: 254,
    kind: 'email',
  },
  { name: 'attestator.phone', words: 'Their phone at work', maxLength: 20, kind: 'tel' },
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

const partOf = (part: string, answers: Answers): Readonly<Record<string, string>> => {
  const names = asked(answers).flatMap(({ name }) => (name.startsWith(`${part}.`) ? [name] : []))
  const said = names.map(name => [name.slice(part.length + 1), written(answers, name)] as const)
  return Object.fromEntries(said.filter((each): each is [string, string] => each[1] !== undefined))
}

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
