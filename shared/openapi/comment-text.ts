import type { Comment } from './comments.ts'

/* What a doc comment says: its words, and what stands behind its tags. */

export interface CommentText {
  /** Else it is a property's. */
  readonly isConstant: boolean
  /** Paragraphs. */
  readonly words: readonly string[]
  readonly example?: unknown
  /** Of an object: what a field means there, in place of what it means where it was declared. */
  readonly properties: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
}

const tag = /(?:^|\s)@(example|property|costs|returns|events)\s/

const isBlockOfLines = (paragraph: string): boolean => /^[-|]/.test(paragraph)

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split('\n\n')
    .map(each => (isBlockOfLines(each.trim()) ? each.trim() : each.replace(/\s+/g, ' ').trim()))
    .filter(each => each !== '')

const property = /^(\w+)\s+([\s\S]+)$/

export const readComment = ({ text: comment, isConstant }: Comment): CommentText => {
  const [words = '', ...rest] = comment.split(tag)
  const properties: Record<string, string> = {}
  const tags: Record<string, string> = {}
  for (let index = 0; index < rest.length; index += 2) {
    const [name, text] = [rest[index]!, paragraphsOf(rest[index + 1]!).join('\n\n')]
    const [, field, meaning] = (name === 'property' && property.exec(text)) || []
    if (field !== undefined) properties[field] = meaning!
    else tags[name] = text
  }
  const { example, ...others } = tags
  return {
    isConstant,
    words: paragraphsOf(words),
    ...(example !== undefined && { example: JSON.parse(example) as unknown }),
    properties,
    tags: others,
  }
}

/** The sentence that says when a field is null is the last one, and begins with this word. */
export const splitNull = (
  words: string,
): { readonly meaning: string; readonly whenNull: string | undefined } => {
  const at = words.search(/(?<=^|\S )Null \S/)
  return at < 0
    ? { meaning: words, whenNull: undefined }
    : { meaning: words.slice(0, at).trimEnd(), whenNull: words.slice(at) }
}
