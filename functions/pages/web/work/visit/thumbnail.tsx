import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'

interface Props {
  readonly picture: Blob
  /** Of its bytes: the same picture, read again, is not drawn again. */
  readonly sha256: string
  readonly alt?: string
  readonly isLarge?: boolean
}

/** Shows a picture that lies on the telephone. */
export const Thumbnail = ({ picture, sha256, alt = '', isLarge = false }: Props): VNode => {
  const [url, setUrl] = useState<string>()
  // Every reading makes another Blob of the same bytes.
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [sha256])
  const kind = isLarge ? 'taken' : 'thumbnail'
  return url ? <img class={kind} src={url} alt={alt} /> : <span class={kind} />
}
