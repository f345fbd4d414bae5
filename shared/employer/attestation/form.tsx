import { Attestation } from '../../work/assignment/attestation-contract.ts'
import type { FieldError } from '../../http/contract/problem.ts'
import { emptyForm, type FieldTexts, type FormState, parseForm, typedTexts } from '../../link/form.ts'
import { EnteredField, ErrorSummary, FoldedSection } from '../../link/form-parts.tsx'
import { englishTexts } from '../../texts/english.ts'
import {
  type AttestationControl,
  type AttestationField,
  jobQuestions,
  jobSections,
  optionalQuestions,
  attestationQuestions as questions,
  signerQuestions,
} from './questions.ts'
import { attestationErrors } from './rule.ts'

const words = englishTexts.attest

/** What was claimed is not shown, so that nobody merely confirms it. */
type AttestationPageData = Parameters<typeof words.introduction>[0]

interface SectionProps {
  readonly name: keyof typeof words.sections
  readonly fields: Partial<Readonly<Record<AttestationField, AttestationControl>>>
  readonly entered: FormState
}

const Section = ({ name, fields, entered }: SectionProps) => (
  <section class={`section of-${name === 'job' || name in jobSections ? 'job' : name}`}>
    <h2>{words.sections[name]}</h2>
    {(Object.keys(fields) as AttestationField[]).map(each => (
      <EnteredField
        key={each}
        question={{ name: each, ...words.questions[each], ...questions[each] }}
        entered={entered}
      />
    ))}
  </section>
)

/** In the order of the form, each short enough for a line: some questions are sentences. */
const linkTexts: FieldTexts = {
  claim: words.short.claim,
  ...Object.fromEntries(
    (Object.keys(questions) as AttestationField[]).map(name => [name, words.questions[name].label]),
  ),
  'details.employerConsented': words.short.consent,
}

/** The form sends itself to the address of its page. */
export const attestForm = (data: AttestationPageData, entered: FormState = emptyForm) => {
  const question = words.question(data.applicant, data.employer)
  const more = Object.entries(optionalQuestions) as [keyof typeof optionalQuestions, object][]
  return (
    <>
      <ErrorSummary labels={linkTexts} wrong={entered.wrong} />
      <h1>{words.title(data.applicant)}</h1>
      {words.introduction(data).map(paragraph => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <form method="post" novalidate>
        <EnteredField
          question={{ name: 'claim', label: question, choices: words.claims }}
          entered={entered}
        />
        <Section name="job" fields={jobQuestions} entered={entered} />
        <FoldedSection
          title={words.more}
          names={more.flatMap(([, fields]) => Object.keys(fields))}
          entered={entered}
        >
          {more.map(([name, fields]) => (
            <Section key={name} name={name} fields={fields} entered={entered} />
          ))}
        </FoldedSection>
        <Section name="you" fields={signerQuestions} entered={entered} />
        <p class="of-you">{words.signs}</p>
        <button type="submit">{words.send}</button>
      </form>
    </>
  )
}

/** The body that an agent would send. */
const toBody = ({ claim, ...fields }: FieldTexts): object => {
  const part = (name: string) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([field]) => field.startsWith(`${name}.`))
        .map(([field, value]) => [field.slice(name.length + 1), value]),
    )
  return { claim, details: part('details'), employer: part('employer'), attestator: part('attestator') }
}

const messageFor = (field: string, { code, detail }: FieldError): string => {
  if (field === 'claim') return englishTexts.forms.chooseOne
  if (field === 'details.employerConsented') return words.consentMissing
  return code === 'required' && field !== 'attestator.email' ? englishTexts.forms.fillThisIn : detail
}

/** @param today YYYY-MM-DD */
export const parseAttestationForm = (form: FieldTexts, today: string) => {
  const typed = typedTexts(form, ['claim', ...Object.keys(questions)])
  const raw = toBody(typed)
  // Where nobody chose a claim, what every answer needs is named with it: nobody corrects the form twice.
  const claimed = typed.claim === undefined ? { ...raw, claim: 'neverWorkedHere' } : raw
  const more = attestationErrors(claimed, today)
  return parseForm({ schema: Attestation, typed, raw, more, message: messageFor })
}
