import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ClockName } from '../../../../shared/texts/format.ts'
import { ApiProblem, errorMessage } from '../ui/api.ts'
import { formatExactTime } from '../ui/format.ts'
import { hashUrl, Loading, Page } from '../ui/page.tsx'
import { ErrorLine, useMutation } from '../ui/query.tsx'

/** Whether the user has navigated since the portal was opened: from then on each page moves the focus. */
let hasMoved = false
addEventListener('hashchange', () => {
  hasMoved = true
})

/** @param to a guide, with the id of a heading if one is meant: `webhooks#events` */
export const GuideLink = ({ to, children }: { to: string; children: ComponentChildren }) => (
  <a href={`/v1/docs/${to}`}>{children}</a>
)

export const Guide = (props: Parameters<typeof GuideLink>[0]) => (
  <p class="quiet">
    In the docs: <GuideLink {...props} />
  </p>
)

interface PortalPageProps extends Omit<Parameters<typeof Page>[0], 'isFocused'> {
  /** What explains the page, with the title of it. */
  readonly guide?: readonly [to: string, title: string]
}

export const PortalPage = ({ guide, children, ...props }: PortalPageProps) => (
  <Page key={props.title} {...props} isFocused={hasMoved}>
    {guide && <Guide to={guide[0]}>{guide[1]}</Guide>}
    {children}
  </Page>
)

export const ErrorCode = ({ code }: { code: string }) => (
  <a href={'/v1/docs/error-codes#'.concat(code)}>
    <code>{code}</code>
  </a>
)

/** Why a button did not do what it does, and where the docs say what to do about it. */
export const ErrorWords = ({ error }: { error: unknown }) => (
  <>
    {errorMessage(error)} {error instanceof ApiProblem && <ErrorCode code={error.problem.code} />}
  </>
)

export const upToEndpoints = { href: hashUrl('endpoints'), title: 'Webhooks' }

interface DateTimeProps {
  /** ISO 8601, which those see who compare logs. */
  readonly at: string
  /** Of the place that it is about. */
  readonly clock?: ClockName
}

export const DateTime = ({ at, clock }: DateTimeProps) => (
  <time dateTime={at} title={at}>
    {formatExactTime(at, clock)}
  </time>
)

/** Text that somebody else wrote, unchanged. */
export const Verbatim = ({ label, text }: { label: string; text: string }) => (
  // A long line is scrolled, by keyboard too.
  <figure class="verbatim" aria-label={label}>
    <figcaption class="quiet">{label}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
    <pre tabIndex={0}>{text}</pre>
  </figure>
)

type TagTone = 'good' | 'late' | 'wrong' | 'calm'

export const Tag = ({ tone, children }: { tone: TagTone; children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
)

/** Names with their values, without those that are empty. */
export const Facts = ({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {of.map(
      ([name, value]) =>
        value !== null &&
        value !== '' && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

export const Field = ({ children, ...input }: JSX.IntrinsicElements['input']) => (
  <label>
    {children}
    <input {...input} />
  </label>
)

interface TickProps {
  readonly name: string
  readonly value?: string
  readonly defaultChecked: boolean
  readonly children: ComponentChildren
}

export const Tick = ({ children, ...input }: TickProps) => (
  <label class="tick">
    <input type="checkbox" {...input} />
    {children}
  </label>
)

interface ActionProps {
  readonly label: string
  /** Resolves to the words that are shown beside the button. */
  readonly action: () => Promise<string>
  readonly isPlain?: boolean
}

/** A button that does one thing, and says the result beside itself. */
export const ActionButton = ({ label, action, isPlain = false }: ActionProps) => {
  const [said, setSaid] = useState('')
  const { isBusy, error, run } = useMutation()
  const press = () => {
    setSaid('')
    void run(async () => setSaid(await action()))
  }
  return (
    <div class="action">
      <button
        type="button"
        class={isPlain ? 'plain' : ''}
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : press}
      >
        {label}
      </button>
      <span role="status" class={error === undefined ? 'said' : 'said wrong'}>
        {error === undefined ? said : <ErrorWords error={error} />}
      </span>
    </div>
  )
}

export const fieldValue = (form: HTMLFormElement, name: string): string =>
  `${new FormData(form).get(name) ?? ''}`.trim()

export const checkedValues = (form: HTMLFormElement, name: string): string[] =>
  new FormData(form).getAll(name).map(String)

interface ListPage<Line> {
  readonly data: readonly Line[]
  readonly nextCursor: string | null
}

interface ListProps<Line> {
  /** Tells one list from another: another key starts again. */
  readonly of: string
  readonly read: (cursor: string | undefined) => Promise<ListPage<Line>>
  readonly keyOf: (line: Line) => string
  readonly empty: string
  readonly children: (line: Line) => ComponentChildren
}

export const PagedList = <Line,>({ of, read, keyOf, empty, children }: ListProps<Line>) => {
  const [page, setPage] = useState<ListPage<Line>>()
  const { error, run } = useMutation()
  const more = (cursor?: string) =>
    run(async () => {
      const { data, nextCursor } = await read(cursor)
      setPage(before => ({ data: [...((cursor && before?.data) || []), ...data], nextCursor }))
    })
  // What is read follows from the key.
  useEffect(() => {
    setPage(undefined)
    void more()
  }, [of])
  return (
    <>
      <ErrorLine error={error} />
      {!page && error === undefined && <Loading />}
      {page?.data.length === 0 && <p class="quiet">{empty}</p>}
      {page && page.data.length > 0 && (
        <ul class="lines">
          {page.data.map(line => (
            <li key={keyOf(line)}>{children(line)}</li>
          ))}
        </ul>
      )}
      <p class="buttons">
        {page?.nextCursor && (
          <button type="button" class="plain" onClick={() => more(page.nextCursor!)}>
            Show more
          </button>
        )}
        <button type="button" class="plain" onClick={() => more()}>
          Refresh
        </button>
      </p>
    </>
  )
}
