// Starts the script that runs without a page, once the page is there: only with https, or on this machine.
addEventListener('load', () => {
  if (isSecureContext && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register('/sw.js').catch(() => null)
})
