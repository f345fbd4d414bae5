import type { VNode } from 'preact'

/** More than this does not stand in half a column. */
const longWords = 40

/** What was said, each under its name. */
export const DefinitionList = ({
  of,
}: {
  readonly of: readonly (readonly [what: string, said: string])[]
}): VNode => (
  <dl class="besides">
    {of.map(([what, said]) => (
      <div key={what} class={said.length > longWords ? 'long' : undefined}>
        <dt>{what}</dt>
        <dd>
          <bdi>{said}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
