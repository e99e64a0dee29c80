// Never reads stdin and answers nothing; leaves on SIGTERM.
console.error('not listening');
setInterval(() => {}, 1000);
