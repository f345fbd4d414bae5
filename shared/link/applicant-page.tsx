import { Fragment } from 'preact'
import { phoneLength } from '../http/contract/reading.ts'
import type { OperatorIdentity } from '../http/operator.ts'
import { recordDays } from '../table/retention.ts'
import { type CheckedMatter, englishTexts } from '../texts/english.ts'
import type { Verification } from '../verification/verification.ts'
import type { ApplicantField, ApplicantStatement } from './applicant-statement.ts'
import type { FormState } from './form.ts'
import { EnteredField, ErrorSummary, FoldedSection } from './form-parts.tsx'
import { linkRoutes } from './routes.ts'
import type { WebPage } from './web-page.tsx'

const words = englishTexts.applicant

/** What of a check its applicant reads. @param organisation the customer's name */
export const toCheckedMatter = (verification: Verification, organisation: string): CheckedMatter => {
  const isEmployment = verification.product === 'employment'
  return {
    organisation,
    employer: isEmployment ? verification.employerName : undefined,
    place: isEmployment ? '' : `${verification.street}, ${verification.city}`,
    business: isEmployment ? undefined : verification.business?.businessName,
  }
}

const kinds = {
  time: { maxLength: 200 },
  phone: { as: 'tel', maxLength: phoneLength, autocomplete: 'tel' },
  place: { maxLength: 200 },
  position: { maxLength: 50, placeholder: '6.6018, 3.3515' },
  moved: { as: 'tick' },
  newAddress: { as: 'long', maxLength: 300, autocomplete: 'street-address' },
} as const

interface QuestionProps {
  readonly entered: FormState
  readonly name: keyof typeof kinds
  readonly label?: string
}

const Question = ({ name, label = words.fields[name].label, entered }: QuestionProps) => {
  const hint = name === 'moved' ? {} : { hint: words.hints[name] }
  return <EnteredField question={{ name, label, ...kinds[name], ...hint }} entered={entered} />
}

const { button, looking, filled, denied, unknown, late } = words.fillIn

const VisitFields = ({ entered }: Pick<QuestionProps, 'entered'>) => (
  <>
    <FoldedSection title={words.findPlace} names={['place', 'position']} entered={entered}>
      <Question name="place" entered={entered} />
      <Question name="position" entered={entered} />
      <button type="button" class="quiet-button" data-position="" hidden>
        {button}
      </button>
      <p
        class="hint"
        role="status"
        data-looking={looking}
        data-filled={filled}
        data-denied={denied}
        data-unknown={unknown}
        data-late={late}
      />
    </FoldedSection>
    <FoldedSection title={words.iMoved} names={['moved', 'newAddress']} entered={entered}>
      <Question name="moved" entered={entered} />
      <Question name="newAddress" entered={entered} />
    </FoldedSection>
  </>
)

interface EndingProps {
  readonly verification: Verification
  readonly organisation: string
}

/** What a "no" does, and what says it. Nobody comes here by one tap. */
const Ending = ({ verification, organisation }: EndingProps) => (
  <form method="post">
    {words.ending.text(toCheckedMatter(verification, organisation)).map(text => (
      <p key={text}>{text}</p>
    ))}
    <button type="submit" name="withdraw" value="yes">
      {words.ending.button}
    </button>
  </form>
)

/** Asks once more whoever has said "no". */
export const refusingPage = (ending: EndingProps, path: string): WebPage => ({
  title: words.ending.title,
  main: (
    <>
      <h1>{words.ending.title}</h1>
      <Ending {...ending} />
      <form action={path}>
        <button type="submit" class="quiet-button">
          {words.ending.back}
        </button>
      </form>
    </>
  ),
})

interface EndedProps {
  readonly id: number
  readonly operator: OperatorIdentity | null
}

/** Names nobody: whoever has the link reads it. */
export const endedPage = ({ id, operator }: EndedProps): WebPage => {
  const { title, text, next, call } = words.ended
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
        <h2>{words.next.title}</h2>
        {[...next, call(id, operator?.phone)].map(step => (
          <p key={step}>{step}</p>
        ))}
      </>
    ),
  }
}

interface NextProps {
  readonly verification: Verification
  readonly statement: ApplicantStatement
  readonly operator: OperatorIdentity | null
  /** When somebody comes, in a sentence. */
  readonly appointment: string | undefined
}

/** Who comes, when, and how to know them. */
const NextSteps = ({ verification: { id, product }, statement, operator, appointment }: NextProps) => {
  const { title, visit, call, check } = words.next
  const [first, ...rest] = product === 'employment' ? call : visit(statement.time !== undefined)
  return (
    <>
      <h2>{title}</h2>
      {appointment ? <Appointment text={appointment} /> : <p>{first}</p>}
      {[...rest, check(id, operator?.phone)].map(step => (
        <p key={step}>{step}</p>
      ))}
    </>
  )
}

const otherTime = { name: 'time', label: words.otherTime.label, hint: words.hints.time, ...kinds.time }

/** Folded, as most agree with the time. */
const OtherTime = ({ statement, entered }: Pick<NextProps, 'statement'> & Pick<QuestionProps, 'entered'>) => (
  <>
    {statement.timeAskedAt && <p>{words.otherTime.asked}</p>}
    <details open={entered.wrong.time !== undefined}>
      <summary>{words.otherTime.open}</summary>
      <form method="post" novalidate>
        <EnteredField question={otherTime} entered={entered} />
        <p class="hint">{words.otherTime.text}</p>
        <button type="submit" name="otherTime" value="yes">
          {words.otherTime.button}
        </button>
      </form>
    </details>
  </>
)

const Appointment = ({ text }: { readonly text: string }) => (
  <p class="appointment">
    <strong>{text}</strong>
  </p>
)

interface AnsweredProps extends NextProps {
  readonly organisation: string
  /** Another time, as it was entered last. */
  readonly entered: FormState
}

/** Whether somebody comes to them who can be told another time. */
export const mayAskTime = ({ product }: Verification): boolean => product !== 'employment'

export const answeredPage = ({ organisation, entered, ...next }: AnsweredProps): WebPage => ({
  title:
    Object.keys(entered.wrong).length > 0
      ? englishTexts.forms.correct(words.thanks.title)
      : words.thanks.title,
  main: (
    <>
      <h1>{words.thanks.title}</h1>
      <p>{words.thanks.text}</p>
      <NextSteps {...next} />
      {mayAskTime(next.verification) && <OtherTime statement={next.statement} entered={entered} />}
      <details>
        <summary>{words.ending.open}</summary>
        <Ending verification={next.verification} organisation={organisation} />
      </details>
    </>
  ),
})

type FactName = keyof typeof words.headings

const Facts = ({ facts }: { readonly facts: Partial<Readonly<Record<FactName, string>>> }) => (
  <dl>
    {Object.entries(facts).map(([name, text]) => (
      <Fragment key={name}>
        <dt>{words.headings[name as FactName]}</dt>
        <dd>{text}</dd>
      </Fragment>
    ))}
  </dl>
)

/** The question stands in the first screen of a phone, with what one has to know before, and the rest is folded. */
export const applicantPage = (
  verification: Verification,
  { organisation, operator, appointment }: Pick<AnsweredProps, 'organisation' | 'operator' | 'appointment'>,
  entered: FormState,
): WebPage => {
  const check = toCheckedMatter(verification, organisation)
  const { title, what, why, happens, time, agree } = words.matter(check)
  const isVisited = verification.product !== 'employment'
  const asks = words.asks(organisation, operator?.legalName)
  const kept = words.kept(check, recordDays)
  const labels = Object.entries(words.fields).map(([name, { label }]) => [name, label])
  const consent = {
    name: 'consent' satisfies ApplicantField,
    label: words.fields.consent.label,
    choices: { given: agree, refused: words.disagree },
  }
  return {
    title: Object.keys(entered.wrong).length > 0 ? englishTexts.forms.correct(title) : title,
    ...(isVisited && { script: linkRoutes.getPositionScript.path }),
    main: (
      <>
        <ErrorSummary labels={Object.fromEntries(labels)} wrong={entered.wrong} />
        <h1>{title}</h1>
        <p>{words.greeting(verification.applicant.firstname)}</p>
        {appointment && <Appointment text={appointment} />}
        <Facts facts={{ what, happens }} />
        <details>
          <summary>{words.more}</summary>
          <Facts facts={{ asks, why, kept, rights: words.rights(organisation) }} />
        </details>
        <form method="post" autoComplete="on" novalidate>
          <EnteredField question={consent} entered={entered} />
          <h2>{words.optionalDetails.title}</h2>
          <p>{words.optionalDetails.text}</p>
          <Question name="time" label={time} entered={entered} />
          <Question name="phone" entered={entered} />
          {isVisited && <VisitFields entered={entered} />}
          <button type="submit">{words.send}</button>
        </form>
      </>
    ),
  }
}
