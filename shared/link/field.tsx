import type { Question } from './question.ts'

/* Fields of forms: the server renders them into links' pages, and an app in the browser. */

interface FieldProps {
  readonly question: Question
  readonly value?: string | undefined
  readonly error?: string | undefined
  /** Words beside a question that has to be answered, and for a list of which nothing is picked. */
  readonly marks?: { readonly needed: string; readonly notSaid: string }
  /** Without a script the form sends what it holds. */
  readonly onAnswer?: (value: string) => void
}

export const idOf = (name: string): string => name.replace('.', '-')

const hintId = (name: string): string => `${idOf(name)}-hint`
const errorId = (name: string): string => `${idOf(name)}-error`

interface TextProps {
  readonly name: string
  readonly text: string | undefined
}

export const Hint = ({ name, text }: TextProps) =>
  text === undefined ? null : (
    <p class="hint" id={hintId(name)}>
      {text}
    </p>
  )

export const FieldFault = ({ name, text, isAlert }: TextProps & { readonly isAlert?: boolean }) =>
  text === undefined ? null : (
    <p class="wrong" id={errorId(name)} role={isAlert ? 'alert' : undefined}>
      {text}
    </p>
  )

export const describedBy = ({ name, hint }: Pick<Question, 'name' | 'hint'>, error: string | undefined) => ({
  'aria-describedby': [hint && hintId(name), error && errorId(name)].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
})

const Choices = ({ question, value, error, onAnswer }: FieldProps) => {
  const { name, label, hint, choices = {} } = question
  return (
    <fieldset class="field" id={idOf(name)} tabIndex={-1} {...describedBy(question, error)}>
      <legend>{label}</legend>
      <Hint name={name} text={hint} />
      <FieldFault name={name} text={error} />
      <div class="choices">
        {Object.entries(choices).map(([each, words]) => (
          <label key={each} class="choice">
            <input
              type="radio"
              name={name}
              value={each}
              checked={value === each}
              onChange={() => onAnswer?.(each)}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const TickBox = ({ question, value, error, onAnswer }: FieldProps) => (
  <div class="field">
    <FieldFault name={question.name} text={error} />
    <label class="choice">
      <input
        type="checkbox"
        id={idOf(question.name)}
        name={question.name}
        value="yes"
        checked={value === 'yes'}
        onChange={({ target }) => onAnswer?.((target as HTMLInputElement).checked ? 'yes' : '')}
        {...describedBy(question, error)}
      />
      {question.label}
    </label>
  </div>
)

/** The browser refuses no value: its messages would not be ours. A number is text with a suitable keyboard. */
const typings = {
  text: { type: 'text' },
  number: { type: 'text', inputMode: 'numeric' },
  email: { type: 'email', inputMode: 'email' },
  tel: { type: 'tel', inputMode: 'tel' },
  date: { type: 'date' },
  'datetime-local': { type: 'datetime-local' },
} as const

const Control = ({ question, value = '', error, marks, onAnswer }: FieldProps) => {
  const { name, as = 'text', options, maxLength, autocomplete = 'off', placeholder } = question
  const common = {
    id: idOf(name),
    name,
    value,
    maxLength,
    ...describedBy(question, error),
    onInput: ({ target }: Event) => onAnswer?.((target as HTMLInputElement).value),
  }
  if (options)
    return (
      <select {...common}>
        <option value="">{marks?.notSaid}</option>
        {options.map(each => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    )
  if (as === 'long') return <textarea rows={4} {...common} />
  return (
    <input
      {...typings[as as keyof typeof typings]}
      autoComplete={autocomplete}
      placeholder={placeholder}
      {...common}
    />
  )
}

export const Field = (props: FieldProps) => {
  const { question, error, marks } = props
  const { name, label, hint, as, choices, isNeeded } = question
  if (choices) return <Choices {...props} />
  if (as === 'tick') return <TickBox {...props} />
  return (
    <div class="field">
      <label for={idOf(name)}>
        {label}
        {isNeeded && marks && (
          <>
            {' '}
            <span class="needed">{marks.needed}</span>
          </>
        )}
      </label>
      <Hint name={name} text={hint} />
      <FieldFault name={name} text={error} />
      <Control {...props} />
    </div>
  )
}
