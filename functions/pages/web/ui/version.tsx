/** The release of this page, which may be older than the service's while the page stays open. */
export const Version = () => (
  <p class="quiet">Version {document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content}</p>
)
